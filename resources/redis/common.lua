-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: clock
-- Put before every script. KEYS[1] is the prefix of all our keys. `now` is computed only here: the server's
-- clock in microseconds, or, in a sandbox, the sandbox clock made from it. Integers become text only as arguments of
-- redis.call or by '%.0f': tostring() would lose two digits of a time.
local P, A, call = KEYS[1], ARGV, redis.call
local version = call('GET', P .. 'schema')
if not version then
    return redis.error_reply('NOSCHEMA ' .. P)
elseif version == '1' then
    return redis.error_reply('OLDSCHEMA 1')
end
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
if #P > 9 then
    local c = call('HMGET', P .. 'clock', 'base', 'set_at', 'rate')
    now = math.floor(c[1] + (now - c[2]) * c[3])
end
-- Times further away than this would not be exact in a double.
local FAR = 9e15
local RULE = '30000000 p 8'
local TASK = {'kind', 'phase', 'desired_state', 'payload', 'owner', 'token', 'claim_id', 'locked_at', 'updated_at',
    'created_at', 'claims', 'takeovers', 'failures', 'last_error'}
-- The number in a field, nil when it is empty. Text that is no number, written by hand, is not guessed at.
local function num(value, field)
    if not value or value == '' then
        return nil
    end
    return tonumber(value) or error({err = 'ODDFIELD ' .. field})
end

-- name: writing
-- Put before every script that writes. A newer schema is not written to.
if version ~= '2' then
    return redis.error_reply('NEWSCHEMA ' .. version)
end
-- Passes numbers to redis.call as text: it would format them by '%.17g' itself, which takes as long as a command. An integer of
-- C may have 32 bits only. Anything else, written by hand, is left to redis.call.
local function digits(n)
    if n >= 0 and n < 1e9 and n % 1 == 0 then
        return string.format('%d', n)
    elseif n > 0 and n <= FAR and n % 1 == 0 then
        local high = math.floor(n / 1e9)
        return string.format('%d%09d', high, n - high * 1e9)
    end
    return n
end
-- Read before anything is written: text that is no number, written by hand, would stop a script halfway.
local counter = call('GET', P .. 'seq')
if counter and counter ~= '0' and (#counter > 14 or not string.find(counter, '^[1-9]%d*$')) then
    return redis.error_reply('ODDNUMBER ' .. P .. 'seq')
end
local function meta_number(field)
    local value = call('HGET', P .. 'meta', field) or '0'
    return #value < 18 and string.find(value, '^%d+$') and tonumber(value) or error({err = 'ODDNUMBER ' .. P .. 'meta ' .. field})
end
-- A counter that was deleted or lowered by hand continues above every change that it numbered, so that observers miss none.
local function restore_counter()
    local top = 0
    for _, name in ipairs({'ch:task', 'ch:message', 'ch:worker'}) do
        top = math.max(top, tonumber(call('ZRANGE', P .. name, 0, 0, 'REV', 'WITHSCORES')[2] or 0))
    end
    for _, name in ipairs({'audit', 'refusals'}) do
        local last = call('XREVRANGE', P .. name, '+', '-', 'COUNT', 1)[1]
        top = math.max(top, last and tonumber(string.match(last[1], '^%d+')) or 0)
    end
    call('SET', P .. 'seq', digits(top))
end
if not counter then
    restore_counter()
end
-- Appends to a stream under the next number.
local function append(stream, ...)
    local done = redis.pcall('XADD', P .. stream, 'MAXLEN', '~', 100000, call('INCR', P .. 'seq') .. '-0', ...)
    if type(done) == 'table' then
        restore_counter()
        call('XADD', P .. stream, 'MAXLEN', '~', 100000, call('INCR', P .. 'seq') .. '-0', ...)
    end
end
local nows = #P > 9 and digits(now) or tick[1] .. string.sub('00000' .. tick[2], -6)
-- A change for observers: the next number of the counter becomes the score of the key. 1: the key is new.
local function stamp(entity, key)
    local fresh = call('ZADD', P .. 'ch:' .. entity, digits(call('INCR', P .. 'seq')), key)
    if fresh == 1 then
        call('ZREM', P .. 'gone', entity .. ':' .. key)
    end
    return fresh
end
local function hint(entity, key)
    call('PUBLISH', P .. 'hint:' .. entity .. ':' .. key, '')
end

-- name: many
-- Splits a command with many arguments so that it fits Lua's stack; and change stamps for many keys with one counter step.
local function many(command, key, args)
    local n = #args
    if n == 0 then
        return
    end
    if n <= 4000 then
        return call(command, key, unpack(args))
    end
    for i = 1, n, 4000 do
        call(command, key, unpack(args, i, math.min(i + 3999, n)))
    end
end
local function stamp_many(entity, keys)
    local n, pairs_ = #keys, {}
    if n == 0 then
        return
    end
    local first = call('INCRBY', P .. 'seq', n) - n
    for i = 1, n do
        pairs_[2 * i - 1], pairs_[2 * i] = digits(first + i), keys[i]
    end
    many('ZADD', P .. 'ch:' .. entity, pairs_)
end

-- name: removing
-- Put before scripts that remove rows: a bounded number of tombstones notifies observers.
local function gone(entity, key)
    local n = call('INCR', P .. 'seq')
    call('ZREM', P .. 'ch:' .. entity, key)
    call('ZADD', P .. 'gone', n, entity .. ':' .. key)
    if n % 1000 == 0 then
        local over = call('ZCARD', P .. 'gone') - 100000
        if over > 0 then
            local last = call('ZRANGE', P .. 'gone', over - 1, over - 1, 'WITHSCORES')
            call('ZREMRANGEBYRANK', P .. 'gone', 0, over - 1)
            call('HSET', P .. 'meta', 'gone_floor', last[2])
        end
    end
end

-- name: rows
-- Put before scripts that read many rows. A key of the wrong type comes without fields, a deleted one not at all.
local MESSAGE = {'seq', 'topic', 'payload', 'state', 'tries', 'created_at', 'next_at', 'owner', 'token', 'claim_id',
    'lease_until', 'sent_at', 'last_error', 'cuts', 'begun_at'}
local WORKER = {'host', 'pid', 'role', 'kinds', 'state', 'doing', 'doing_since', 'lease_until', 'period', 'started_at',
    'beat_at', 'control', 'slow_by', 'claims', 'done', 'relocked', 'failed', 'refused', 'wait_p50', 'hold_p50'}
local function row_of(entity, id)
    local fields = entity == 'task' and TASK or entity == 'message' and MESSAGE or WORKER
    local key = P .. (entity == 'message' and 'msg' or entity) .. ':' .. id
    local r = redis.pcall('HMGET', key, unpack(fields))
    if not r.err and not r[1] and call('EXISTS', key) == 0 then
        return nil
    end
    if r.err then
        return {id, false}
    end
    return {id, r}
end
