-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Stands alone, and is called until it answers 0: removes what our indexes know, a few thousand keys at a time. The schema goes
-- first, so that no verb writes meanwhile. KEYS[1] prefix, ARGV: sandbox id or '', how many keys of an index at a time.
-- Answers the server's time, rest?
local P, A, call = KEYS[1], ARGV, redis.call
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
call('DEL', P .. 'schema')
local n = tonumber(A[2])
local function typed(key, kind)
    return call('TYPE', key).ok == kind
end
local function empty(index, prefix, skip)
    if not typed(P .. index, 'zset') then
        return false
    end
    local members = call('ZRANGE', P .. index, 0, n - 1)
    for i = 1, #members do
        local key = P .. prefix .. string.sub(members[i], skip + 1)
        if typed(key, 'hash') or (prefix == 'lock:' and typed(key, 'string')) then
            call('DEL', key)
        end
    end
    call('ZREMRANGEBYRANK', P .. index, 0, n - 1)
    return #members == n
end
if empty('locks', 'lock:', 0) or empty('ch:task', 'task:', 0) or empty('out:all', 'msg:', 17) or empty('ch:worker', 'worker:', 0) then
    return {now, 1}
end
if typed(P .. 'records', 'set') then
    local ids = call('SRANDMEMBER', P .. 'records', n)
    for i = 1, #ids do
        if typed(P .. 'record:' .. ids[i], 'hash') then
            call('DEL', P .. 'record:' .. ids[i])
        end
        call('SREM', P .. 'records', ids[i])
    end
    if #ids == n then
        return {now, 1}
    end
end
if typed(P .. 'draws', 'set') then
    for _, event in ipairs(call('SRANDMEMBER', P .. 'draws', n)) do
        for prefix, kind in pairs({['draw:'] = 'hash', ['draw_people:'] = 'hash', ['draw_order:'] = 'zset'}) do
            if typed(P .. prefix .. event, kind) then
                call('UNLINK', P .. prefix .. event)
            end
        end
        call('SREM', P .. 'draws', event)
    end
    if call('EXISTS', P .. 'draws') == 1 then
        return {now, 1}
    end
end
if typed(P .. 'phases', 'set') then
    for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
        for _, prefix in ipairs({'q:', 'returned:', 'failing:'}) do
            if typed(P .. prefix .. pack, 'zset') then
                call('DEL', P .. prefix .. pack)
            end
        end
    end
end
for name, kind in pairs({meta = 'hash', seq = 'string', clock = 'hash', locks = 'zset', log = 'list', gone = 'zset', waiters = 'zset',
    waiting = 'hash', fences = 'hash', fence_refusals = 'hash', refusals = 'stream', phases = 'set', rules = 'hash', claimed = 'hash', claimed_left = 'hash',
    records = 'set', draws = 'set', workers = 'zset', audit = 'stream', ['ch:lock'] = 'zset', ['ch:task'] = 'zset', ['ch:message'] = 'zset',
    ['ch:worker'] = 'zset', ['out:all'] = 'zset', ['out:pending'] = 'zset', ['out:due'] = 'zset', ['out:sending'] = 'zset',
    ['out:sent'] = 'zset', ['out:dead'] = 'zset', ['out:claims'] = 'zset', ['out:seq'] = 'string'}) do
    if typed(P .. name, kind) then
        call('DEL', P .. name)
    end
end
if A[1] ~= '' then
    call('HDEL', 'lockdesk:sandboxes', A[1])
end
return {now, 0}
