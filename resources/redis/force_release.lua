-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, if owner, if token, if acquired at or '', if expires at or '', reason, hold-off in us, who, evidence, command.
-- Answers now, released?, token, end of cooling, holder, its token, its end. Nothing in ARGV depends on the time.
local name = A[1]
local key = P .. 'lock:' .. name
local waited, kind, token, began, ends, holder = 0, F, 0, NONE, NONE, ''
local row = lock_at(key, #P > 9 and P or nil)
if row then
    waited, kind, token, began, ends, holder = unpack_('>dxxxxxxxxBdddxxxxxxxxxxxxxxxxxxxxxxxxxBc0', row)
end
local action = A[7] == '0' and 'force-release' or 'hold-off'
if kind ~= H or holder ~= A[2] or token ~= tonumber(A[3]) or (A[4] ~= '' and began ~= tonumber(A[4]))
    or (A[5] ~= '' and ends ~= tonumber(A[5])) then
    audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'changed')
    if kind ~= H or ends <= now then
        return {now, 0, token, false, false, false, false}
    end
    return {now, 0, token, false, holder, token, ends < NEVER and ends}
end
token = token + 1
local cooling = A[7] ~= '0' and min(now + A[7], FAR)
note(key, P)
call('SET', key, pack(ROW, waited, NONE, R, token, NONE, cooling or NONE, now, NONE, 0, 0, 0, #holder, holder) .. A[6])
call('ZADD', P .. 'locks', 0, name)
if tonumber(call('HGET', P .. 'fences', name) or 0) < token then
    call('HSET', P .. 'fences', name, digits(token))
end
audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'released')
return {now, 1, token, cooling, false, false, false}
