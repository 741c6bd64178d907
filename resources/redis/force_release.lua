-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, if owner, if token, if acquired at or '', if expires at or '', reason, hold-off in us, who, evidence, command.
-- Answers now, released?, token, end of cooling, holder, its token, its end. Nothing in ARGV depends on the time.
local name = A[1]
local key = P .. 'lock:' .. name
local r = call('HMGET', key, 'owner', 'token', 'expires_at', 'acquired_at')
local holder, token, ends = r[1] or '', num(r[2], 'token') or 0, num(r[3], 'expires_at')
local action = A[7] == '0' and 'force-release' or 'hold-off'
if holder == '' or holder ~= A[2] or (r[2] or '0') ~= A[3] or (A[4] ~= '' and (r[4] or '') ~= A[4])
    or (A[5] ~= '' and (r[3] or '') ~= A[5]) then
    audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'changed')
    if holder == '' or (ends and ends <= now) then
        return {now, 0, token, false, false, false, false}
    end
    return {now, 0, token, false, holder, token, ends or false}
end
token = token + 1
local cooling = A[7] ~= '0' and math.min(now + A[7], FAR)
call('HSET', key, 'owner', '', 'token', token, 'holds', 0, 'requests', '', 'lease_us', '',
    'acquired_at', '', 'renewed_at', '', 'renewals', 0, 'expires_at', '', 'released_at', now, 'last_owner', holder, 'reason', A[6], 'cooling_until', cooling or '')
if tonumber(call('HGET', P .. 'fences', name) or 0) < token then
    call('HSET', P .. 'fences', name, token)
end
lock_changed(name)
audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'released')
hint('lock', name)
return {now, 1, token, cooling, false, false, false}
