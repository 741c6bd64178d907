-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, owner, at most in us, or '' to withdraw. Answers now.
local member = #A[1] .. ':' .. A[1] .. A[2]
if A[3] == '' then
    call('ZREM', P .. 'waiters', member)
    call('HDEL', P .. 'waiting', member)
else
    local until_ = tonumber(call('ZSCORE', P .. 'waiters', member) or 0)
    if until_ <= now then
        call('HSET', P .. 'waiting', member, now)
    end
    call('ZADD', P .. 'waiters', math.min(now + A[3], FAR), member)
end
for _, old in ipairs(call('ZRANGE', P .. 'waiters', '-inf', now, 'BYSCORE', 'LIMIT', 0, 20)) do
    call('ZREM', P .. 'waiters', old)
    call('HDEL', P .. 'waiting', old)
end
call('INCR', P .. 'seq') -- a listener that was away asks for it
hint('waiter', A[1])
return {now}
