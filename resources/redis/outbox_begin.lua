-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, owner, token, lease in us, claim id, then the ids of that claim that wait for their turn. Answers now, begun?
local till = math.min(now + A[4], FAR)
local tills = digits(till)
local function mine(id)
    local r = redis.pcall('HMGET', P .. 'msg:' .. id, 'state', 'owner', 'token', 'seq', 'claim_id')
    return not r.err and r[1] == 'sending' and r[2] == A[2] and r or nil
end
local function extend(id, r)
    local member = string.format('%016.0f:', num(r[4], 'seq') or 0) .. id
    call('ZADD', P .. 'out:due', tills, member)
    call('ZADD', P .. 'out:sending', tills, member)
    call('HSET', P .. 'msg:' .. id, 'lease_until', tills)
    stamp('message', id)
end
local r = mine(A[1])
if not r or r[3] ~= A[3] then
    return {now, 0}
end
extend(A[1], r)
call('HSET', P .. 'msg:' .. A[1], 'begun_at', nows)
for i = 6, #A do
    local other = mine(A[i])
    if other and other[5] == A[5] then
        extend(A[i], other)
    end
end
return {now, 1}
