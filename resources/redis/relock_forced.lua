-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, if owner, if token, wait in us, reason, who, evidence, command. The token rises, so that a late advance is refused.
-- Answers now, 0 done | 1 changed | 2 missing, fields, rule.
local id = A[1]
local key = P .. 'task:' .. id
local r = call('HMGET', key, unpack(TASK))
if not r[1] then
    audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'missing')
    return {now, 2, false, false}
end
local pack = pack_of(r[1], r[2] or '')
local rule = rule_of(pack)
if (r[5] or '') ~= A[2] or (r[6] or '0') ~= A[3] then
    audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'changed')
    return {now, 1, r, rule}
end
local member = member_of(num(r[9], 'updated_at') or 0, id)
r[6] = (num(r[6], 'token') or 0) + 1
r[5], r[8] = '', math.min(now - timeout_of(rule) + A[4], FAR)
call('HSET', key, 'owner', '', 'token', r[6], 'locked_at', r[8])
call('ZADD', P .. 'q:' .. pack, r[8], member)
call('ZADD', P .. 'returned:' .. pack, r[8], member)
stamp('task', id)
audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'done')
hint('task', r[1])
return {now, 0, r, rule}
