-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, owner, lease in us, mark of the request.
-- Answers now, 0 acquired | 1 busy | 2 cooling, token, holds, extended, acquired at, end, holder.
local name, owner, mark = A[1], A[2], A[4]
local key = P .. 'lock:' .. name
local r = call('HMGET', key, 'owner', 'token', 'expires_at', 'acquired_at', 'holds', 'requests', 'cooling_until')
local holder, token, ends = r[1], num(r[2], 'token'), num(r[3], 'expires_at')
local till = math.min(now + A[3], FAR)
if holder and holder ~= '' and (not ends or ends > now) then
    if holder ~= owner then
        return {now, 1, token or 0, 0, 0, false, ends or false, holder}
    end
    local holds, requests, extended = num(r[5], 'holds') or 1, r[6] or '', 0
    local acquired = num(r[4], 'acquired_at')
    if not string.find(requests, mark, 1, true) then
        holds = holds + 1
        requests = string.sub(requests .. mark, -1600)
        if ends and till > ends then
            ends, extended = till, 1
            call('HSET', key, 'holds', digits(holds), 'requests', requests, 'expires_at', digits(till), 'lease_us', A[3])
        else
            call('HSET', key, 'holds', digits(holds), 'requests', requests)
        end
        lock_changed(name)
        hint('lock', name)
    end
    return {now, 0, token or 0, holds, extended, acquired or false, ends or false, holder}
end
local cooling = num(r[7], 'cooling_until')
if cooling and cooling > now and (not holder or holder == '') then
    return {now, 2, false, 0, 0, false, cooling, false}
end
-- A first grant is above both floors and above the fence of that name: a row that was deleted by hand does not lower a token.
-- Every grant is above the base: a row that came back with a backup has an old token.
if token and token > 0 then
    token = math.max(token, tonumber(call('HGET', P .. 'meta', 'token_base') or 0)) + 1
else
    local floors = call('HMGET', P .. 'meta', 'token_floor', 'token_base')
    token = math.max(tonumber(floors[1] or 0), tonumber(floors[2] or 0), tonumber(call('HGET', P .. 'fences', name) or 0)) + 1
end
if token > FAR then
    return redis.error_reply('ODDFIELD token')
end
call('HSET', key, 'owner', owner, 'token', digits(token), 'holds', '1', 'lease_us', A[3], 'acquired_at', nows, 'renewed_at', '',
    'expires_at', digits(till), 'cooling_until', '', 'released_at', '', 'last_owner', '', 'reason', '', 'renewals', '0',
    'requests', mark)
lock_changed(name)
hint('lock', name)
return {now, 0, token, 1, 0, now, till, owner}
