-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, owner, at most in us, or '' to withdraw. Answers now. The lock's row keeps until when somebody waits: so its
-- release is hinted, also when nobody observes.
local member = #A[1] .. ':' .. A[1] .. A[2]
if A[3] == '' then
    call('ZREM', P .. 'waiters', member)
    call('HDEL', P .. 'waiting', member)
else
    local till = math.min(now + A[3], FAR)
    if tonumber(call('ZSCORE', P .. 'waiters', member) or 0) <= now then
        call('HSET', P .. 'waiting', member, digits(now))
    end
    call('ZADD', P .. 'waiters', digits(till), member)
    local key = P .. 'lock:' .. A[1]
    local row = redis.pcall('GET', key)
    if row and #row >= SHORTEST and till > unpack_('>d', row) then
        call('SETRANGE', key, '0', pack('>d', till))
    end
end
for _, old in ipairs(call('ZRANGE', P .. 'waiters', '-inf', digits(now), 'BYSCORE', 'LIMIT', 0, 20)) do
    call('ZREM', P .. 'waiters', old)
    call('HDEL', P .. 'waiting', old)
end
call('INCR', P .. 'seq') -- a listener that was away asks for it
hint('waiter', A[1])
return {now}
