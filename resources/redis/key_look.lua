-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A short step through the database, so that nobody waits long for it. ARGV: cursor, pattern, type of the keys, what their
-- channels begin with or ''. K is not
-- used. Answers now, cursor to go on with ('0' at the end), and key, value or fields, end in ms or -1, listeners of each.
-- What is too large for a lock is left out.
local found = call('SCAN', A[1], 'MATCH', A[2], 'COUNT', 100, 'TYPE', A[3])
local rows = {}
for _, key in ipairs(found[2]) do
    local value
    if A[3] == 'hash' then
        value = call('HLEN', key) <= 32 and call('HGETALL', key)
    else
        value = call('STRLEN', key) <= 600 and call('GET', key)
    end
    if value and #value > 0 then
        local listeners = 0
        if A[4] ~= '' then
            local channel = A[4] .. (string.find(key, '{', 1, true) and key or '{' .. key .. '}')
            listeners = call('PUBSUB', 'NUMSUB', channel)[2]
        end
        rows[#rows + 1] = {key, value, call('PEXPIRETIME', key), listeners}
    end
end
return {now, found[1], rows}
