-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: names. Answers now, rows (name, fields), members of the waiters' set.
local rows = {}
for i = 1, #A do
    local r = redis.pcall('HGETALL', P .. 'lock:' .. A[i])
    if r.err then
        rows[#rows + 1] = {A[i], false}
    elseif #r > 0 then
        rows[#rows + 1] = {A[i], r}
    end
end
return {now, rows, call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')}
