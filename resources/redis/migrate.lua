-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Packs the rows that schema 1 left as hashes; until then they are read as if written by hand. What is odd stays as it is.
-- ARGV: name to go on after or '', how many. Answers now, name to go on after or nil at the end.
local n = tonumber(A[2])
local names = call('ZRANGE', P .. 'locks', A[1] == '' and '-' or '(' .. A[1], '+', 'BYLEX', 'LIMIT', 0, n)
for i = 1, #names do
    local readable, row, hand = pcall(lock_at, P .. 'lock:' .. names[i], #P > 9 and P or nil)
    if readable and hand then
        call('SET', P .. 'lock:' .. names[i], row)
        log(names[i], P)
    end
end
if #names < n then
    call('HDEL', P .. 'meta', 'unpacked')
end
return {now, #names == n and names[n] or false}
