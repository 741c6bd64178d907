-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: older than in us, name to go on after or '', how many to look at. In the order of names.
-- Answers now, removed, name to go on after or nil at the end.
local cut, n = now - A[1], tonumber(A[3])
local names = call('ZRANGE', P .. 'locks', A[2] == '' and '-' or '(' .. A[2], '+', 'BYLEX', 'LIMIT', 0, n)
local floor = tonumber(call('HGET', P .. 'meta', 'token_floor') or 0)
local removed, raised = 0, floor
for i = 1, #names do
    local name = names[i]
    local key = P .. 'lock:' .. name
    local readable, row = pcall(lock_at, key, #P > 9 and P or nil)
    if readable then
        local kind, token, cooling, freed = H, 0, NONE, NONE
        if row then
            kind, token, cooling, freed = unpack_('>xxxxxxxxxxxxxxxxBdxxxxxxxxdd', row)
        end
        if not row or (kind ~= H and freed >= 0 and freed < cut and cooling <= now) then
            raised = max(raised, token)
            call('DEL', key)
            call('ZREM', P .. 'locks', name)
            log(name, P)
            removed = removed + (row and 1 or 0)
        end
    end
end
if raised > floor then
    call('HSET', P .. 'meta', 'token_floor', digits(raised))
end
return {now, removed, #names == n and names[n] or false}
