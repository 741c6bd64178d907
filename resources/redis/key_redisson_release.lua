-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, token, key of the requests, channel on which Redisson's waiters listen, queue of a fair
-- lock's waiters, each of whom listens on a channel of its own.
if not mine(A[1]) then
    return refused(NOT_OWNER, holder())
elseif A[2] ~= '0' then
    return refused(STALE, A[1])
end
local holds = call('HINCRBY', K, A[1], -1)
if holds > 0 then
    local marks = call('GET', A[3])
    if marks then
        call('SET', A[3], string.sub(marks, 1, -26), 'KEEPTTL')
    end
    return {now, STILL_HELD, holds, 0, false, ending(), A[1], ending()}
end
call('DEL', K, A[3])
call('PUBLISH', A[4], '0')
if call('TYPE', A[5]).ok == 'list' then
    for _, waiter in ipairs(call('LRANGE', A[5], 0, 99)) do
        call('PUBLISH', A[4] .. ':' .. waiter, '0')
    end
end
return {now, RELEASED, 0, 0, false, false, false, false}
