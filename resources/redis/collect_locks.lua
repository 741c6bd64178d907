-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: older than in us, change stamp to go on from, how many to look at. Oldest changes first, so that it can stop early.
-- Answers now, removed, stamp to go on from or nil at the end.
local cut, from, n = now - A[1], A[2], tonumber(A[3])
local names = call('ZRANGE', P .. 'ch:lock', '(' .. from, '+inf', 'BYSCORE', 'LIMIT', 0, n, 'WITHSCORES')
local floor = tonumber(call('HGET', P .. 'meta', 'token_floor') or 0)
local removed, raised = 0, floor
for i = 1, #names, 2 do
    local name = names[i]
    local key = P .. 'lock:' .. name
    local r = redis.pcall('HMGET', key, 'owner', 'token', 'released_at', 'cooling_until')
    if not r.err then
        local freed, cooling, token = tonumber(r[3]), tonumber(r[4]), tonumber(r[2])
        local never = not r[1] and not r[2]
        if never or ((r[1] or '') == '' and token and freed and freed < cut and (not cooling or cooling <= now)) then
            if token and token > raised then
                raised = token
            end
            call('DEL', key)
            call('ZREM', P .. 'locks', name)
            gone('lock', name)
            removed = removed + (never and 0 or 1)
        end
    end
end
if raised > floor then
    call('HSET', P .. 'meta', 'token_floor', raised)
end
return {now, removed, #names == 2 * n and names[#names] or false}
