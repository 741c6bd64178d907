-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: clock_read
-- Returns now, and the rate of the sandbox clock or nil.
return {now, #P > 9 and call('HGET', P .. 'clock', 'rate')}

-- name: clock_set
-- ARGV: new time or '', step in us or '', new rate or ''. Returns now, rate.
local rate = call('HGET', P .. 'clock', 'rate')
if A[1] ~= '' then
    now = tonumber(A[1])
elseif A[2] ~= '' then
    now = now + A[2]
elseif A[3] ~= '' then
    rate = A[3]
end
call('HSET', P .. 'clock', 'base', now, 'set_at', tick[1] * 1000000 + tick[2], 'rate', rate)
call('INCR', P .. 'seq')
hint('clock', '')
return {now, rate}

-- name: schema
-- Stands alone: creates the schema that the other scripts need, or brings schema 1 to version 2. From then on programs that
-- know only schema 1 read and do not write; the locks' rows are packed afterwards (migrate.lua).
-- KEYS[1] prefix, ARGV: sandbox id or '', token floor of a schema that is new, of any ('': none; now: the server's seconds),
-- the newest version that may be written to.
-- Returns the server's time, version, created?, token floor, 1 if rows must be packed.
local P, A, call = KEYS[1], ARGV, redis.call
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
-- Raised, never lowered. The floor is for names without a row, the base for every grant.
local function floor(wanted)
    local number = wanted == 'now' and tonumber(tick[1]) or tonumber(wanted)
    for _, field in ipairs({'token_floor', 'token_base'}) do
        if number and number > tonumber(call('HGET', P .. 'meta', field) or 0) then
            call('HSET', P .. 'meta', field, string.format('%.0f', number))
        end
    end
    return tonumber(call('HGET', P .. 'meta', 'token_floor') or 0)
end
local version
if call('TYPE', P .. 'schema').ok == 'string' then
    version = tonumber(call('GET', P .. 'schema'))
    if version and version ~= 1 then
        return {now, version, 0, floor(version <= tonumber(A[4]) and A[3] or ''), call('HEXISTS', P .. 'meta', 'unpacked')}
    end
end
-- A key of ours with another type is foreign: then nothing is changed.
local kinds = {schema = version and 'string' or 'none', meta = 'hash', seq = 'string', clock = 'hash', locks = 'zset', log = 'list',
    gone = 'zset', waiters = 'zset', waiting = 'hash', fences = 'hash', fence_refusals = 'hash', refusals = 'stream', phases = 'set',
    rules = 'hash', claimed = 'hash', claimed_left = 'hash', records = 'set', draws = 'set', workers = 'zset', audit = 'stream',
    sandboxes = 'hash', ['ch:task'] = 'zset', ['ch:message'] = 'zset', ['ch:worker'] = 'zset', ['out:all'] = 'zset',
    ['out:pending'] = 'zset', ['out:due'] = 'zset', ['out:sending'] = 'zset', ['out:sent'] = 'zset', ['out:dead'] = 'zset',
    ['out:claims'] = 'zset', ['out:seq'] = 'string'}
for name, kind in pairs(kinds) do
    local found = call('TYPE', P .. name).ok
    if found ~= 'none' and found ~= kind then
        return redis.error_reply('FOREIGNKEY ' .. P .. name)
    end
end
call('SET', P .. 'schema', '2')
call('DEL', P .. 'log')
call('RPUSH', P .. 'log', '') -- a log without a name: with none at all nobody would write into it
call('HSET', P .. 'meta', 'epoch', now)
if version then
    call('HSET', P .. 'meta', 'unpacked', 1)
    call('UNLINK', P .. 'ch:lock')
    return {now, 2, 0, floor(A[3]), 1}
end
call('HSET', P .. 'meta', 'created_at', now)
if A[1] ~= '' then
    call('HSET', P .. 'clock', 'base', now, 'set_at', now, 'rate', 1)
    call('HSET', 'lockdesk:sandboxes', A[1], now)
end
floor(A[2])
return {now, 2, 1, floor(A[3]), 0}

-- name: upgrade_2
-- Packs the rows that schema 1 left as hashes; until then they are read as if written by hand. Rows with
-- unreadable fields stay unchanged.
-- ARGV: name to continue after or '', limit. Returns now, name to continue after, or nil at the end.
local n = tonumber(A[2])
local names = call('ZRANGE', P .. 'locks', A[1] == '' and '-' or '(' .. A[1], '+', 'BYLEX', 'LIMIT', 0, n)
for i = 1, #names do
    local readable, row, hand = pcall(lock_at, P .. 'lock:' .. names[i], #P > 9 and P or nil)
    if readable and hand then
        call('SET', P .. 'lock:' .. names[i], row)
        log(names[i], P)
    end
end
if #names < n then
    call('HDEL', P .. 'meta', 'unpacked')
end
return {now, #names == n and names[n] or false}

-- name: schema_version
-- Stands alone. Returns the server's time, schema version or nil.
local tick = redis.call('TIME')
return {tick[1] * 1000000 + tick[2], redis.call('GET', KEYS[1] .. 'schema')}

-- name: sandbox_list
-- Stands alone. Returns the server's time, ids and when they were created.
local tick = redis.call('TIME')
return {tick[1] * 1000000 + tick[2], redis.call('HGETALL', KEYS[1] .. 'sandboxes')}

-- name: drop
-- Stands alone, and is called until it returns 0: removes what our indexes know, a few thousand keys at a time. The schema
-- is removed first, so that no verb writes meanwhile. KEYS[1] prefix, ARGV: sandbox id or '', keys of an index per call.
-- Returns the server's time, 1 if keys remain.
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
