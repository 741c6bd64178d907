-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name to go on after or '', how many. In the order of names, byte by byte; rows deleted by hand are left out.
-- Answers now, how many there are, last name looked at or nil at the end, rows (name, fields), names without a row.
local n = tonumber(A[2])
local from = A[1] == '' and '-' or '(' .. A[1]
local names = call('ZRANGE', P .. 'locks', from, '+', 'BYLEX', 'LIMIT', 0, n)
local rows, missing = {}, {}
for i = 1, #names do
    local r = redis.pcall('HGETALL', P .. 'lock:' .. names[i])
    if r.err then
        rows[#rows + 1] = {names[i], false}
    elseif #r > 0 then
        rows[#rows + 1] = {names[i], r}
    else
        missing[#missing + 1] = names[i]
    end
end
return {now, call('ZCARD', P .. 'locks'), #names == n and names[n] or false, rows, missing}
