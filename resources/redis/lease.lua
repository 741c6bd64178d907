-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before renew and release. ARGV: name, owner, token, ... Checks owner, token, expiry, in this order.
-- Answers now, code, holds, extended, acquired at, end, holder, the holder's token, the holder's end.
-- Codes: 0 renewed, 1 released, 2 still held, 3 cooling, 4 not the owner, 5 stale, 6 expired.
local name, owner = A[1], A[2]
local key = P .. 'lock:' .. name
local r = call('HMGET', key, 'owner', 'token', 'expires_at', 'acquired_at', 'holds', 'requests', 'renewals')
local holder, token, ends = r[1] or '', num(r[2], 'token'), num(r[3], 'expires_at')
local acquired, holds = num(r[4], 'acquired_at') or false, num(r[5], 'holds') or 1
local live = holder ~= '' and (not ends or ends > now)
local function answer(code, count, extended, begin, till, by)
    if by then
        return {now, code, count, extended, begin, till, by, token or 0, ends or false}
    end
    return {now, code, count, extended, begin, till, false, false, false}
end
if holder ~= owner then
    return answer(4, 0, 0, false, false, live and holder)
end
if (r[2] or '0') ~= A[3] then
    return answer(5, 0, 0, false, false, live and holder)
end
if not live then
    return answer(6, 0, 0, false, false, false)
end
