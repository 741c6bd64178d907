-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Stands alone: it makes the schema that the other scripts need, or brings schema 1 to version 2. From then on programs that
-- know only schema 1 read and do not write; the locks' rows are packed afterwards (migrate.lua).
-- KEYS[1] prefix, ARGV: sandbox id or '', token floor of a schema that is new, of any ('': none; now: the server's seconds),
-- the newest version that may be written to.
-- Answers the server's time, version, created?, token floor, whether rows are to be packed.
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
-- A key of ours that is of another type belongs to somebody else: then nothing is changed.
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
