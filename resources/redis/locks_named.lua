-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: names. Answers now, rows (name, the packed row or, written by hand, fields), members of the waiters' set.
local rows = {}
for i = 1, #A do
    local key = P .. 'lock:' .. A[i]
    local r = redis.pcall('GET', key)
    if r and r.err then
        r = redis.pcall('HGETALL', key)
    end
    if r then
        rows[#rows + 1] = {A[i], not r.err and r}
    end
end
return {now, rows, call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')}
