-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: key_clock
-- Put before every script for the keys of other libraries. K is the lock's key; `now` the server's clock in microseconds.
-- Acquire, renew and release return now, code, holds, extended?, begin, end, holder, its end; times in microseconds.
local K, A, call = KEYS[1], ARGV, redis.call
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
-- Returns when the key expires; false: never, or it is missing.
local function ending()
    local at = call('PEXPIRETIME', K)
    return at >= 0 and at * 1000
end
-- Returns true if the end moved later. A key without an end stays without one.
local function lengthen(ms)
    local left = call('PTTL', K)
    if left < 0 or left >= tonumber(ms) then
        return 0
    end
    call('PEXPIRE', K, ms)
    return 1
end
-- Codes of renew and release.
local RENEWED, RELEASED, STILL_HELD, COOLING, NOT_OWNER, STALE = 0, 1, 2, 3, 4, 5
local function refused(code, holder)
    local at = holder and ending()
    return {now, code, 0, 0, false, at, holder, at}
end

-- name: key_sandbox
-- In a sandbox, instead of key_clock: `now` is the sandbox clock. The server expires a key by its own clock, which a lesson
-- cannot stop. So the expiry is stored beside the key, on the lesson's clock, and an expired key is removed before anything
-- reads it.
local K, A, call = KEYS[1], ARGV, redis.call
local clock, ends = string.match(K, '^(lockdesk:sb:[^:]+:)') .. 'clock', 'ends:' .. K
local tick = call('TIME')
local c = call('HMGET', clock, 'base', 'set_at', 'rate', ends)
if not c[1] then
    return redis.error_reply('NOSCHEMA ' .. clock)
end
local now = math.floor(c[1] + (tick[1] * 1000000 + tick[2] - c[2]) * c[3])
if c[4] and tonumber(c[4]) <= now then
    call('DEL', K)
    call('HDEL', clock, ends)
end
-- Returns when the key expires; false: never, or it is missing. A lifetime just set by SET is moved to the lesson's clock.
local function ending()
    local left = call('PTTL', K)
    if left == -2 then
        return false
    elseif left >= 0 then
        call('PERSIST', K)
        call('HSET', clock, ends, now + left * 1000)
    end
    return tonumber(call('HGET', clock, ends) or nil) or false
end
-- Returns true if the end moved later. A key without an end stays without one.
local function lengthen(ms)
    local at = ending()
    if not at or at >= now + ms * 1000 then
        return 0
    end
    call('HSET', clock, ends, now + ms * 1000)
    return 1
end
-- Codes of renew and release.
local RENEWED, RELEASED, STILL_HELD, COOLING, NOT_OWNER, STALE = 0, 1, 2, 3, 4, 5
local function refused(code, holder)
    local at = holder and ending()
    return {now, code, 0, 0, false, at, holder, at}
end

-- name: key_find
-- ARGV: type of the key, channel or ''. Returns now, value or fields or false, end in ms or -1, listeners.
local listeners = A[2] ~= '' and call('PUBSUB', 'NUMSUB', A[2])[2] or 0
if call('TYPE', K).ok ~= A[1] then
    return {now, false, -1, listeners}
end
return {now, call(A[1] == 'hash' and 'HGETALL' or 'GET', K), call('PEXPIRETIME', K), listeners}

-- name: key_look
-- A short step through the database, which blocks the server briefly. ARGV: cursor, pattern, type of the keys, what their
-- channels begin with or ''. K is not
-- used. Returns now, next cursor ('0' at the end), and key, value or fields, end in ms or -1, listeners of each.
-- Values too large for a lock are left out.
local found = call('SCAN', A[1], 'MATCH', A[2], 'COUNT', 100, 'TYPE', A[3])
local rows = {}
for _, key in ipairs(found[2]) do
    local value
    if A[3] == 'hash' then
        value = call('HLEN', key) <= 32 and call('HGETALL', key)
    else
        value = call('STRLEN', key) <= 600 and call('GET', key)
    end
    if value and #value > 0 then
        local listeners = 0
        if A[4] ~= '' then
            local channel = A[4] .. (string.find(key, '{', 1, true) and key or '{' .. key .. '}')
            listeners = call('PUBSUB', 'NUMSUB', channel)[2]
        end
        rows[#rows + 1] = {key, value, call('PEXPIRETIME', key), listeners}
    end
end
return {now, found[1], rows}

-- name: key_string_acquire
-- ARGV: owner, lease in ms. The value is the owner, as redis-py, redsync and node-redlock write it.
local fresh = call('SET', K, A[1], 'NX', 'PX', A[2])
local value = call('GET', K)
if value ~= A[1] then
    return refused(1, value)
end
local extended = fresh and 0 or lengthen(A[2])
return {now, 0, 1, extended, fresh and now, ending(), value, ending()}

-- name: key_string_renew
-- ARGV: owner, token, lease in ms.
local value = call('GET', K)
if value ~= A[1] then
    return refused(NOT_OWNER, value)
elseif A[2] ~= '0' then
    return refused(STALE, value)
end
return {now, RENEWED, 1, lengthen(A[3]), false, ending(), value, ending()}

-- name: key_string_release
-- ARGV: owner, token.
local value = call('GET', K)
if value ~= A[1] then
    return refused(NOT_OWNER, value)
elseif A[2] ~= '0' then
    return refused(STALE, value)
end
call('DEL', K)
return {now, RELEASED, 0, 0, false, false, false, false}

-- name: key_redisson
-- A hash with one field, the owner, its count as the value, and an end. A hash with more fields (a read-write lock, a multi-lock,
-- foreign data) or without an end is never ours, whatever the names of its fields.
local function holder()
    local fields = call('HGETALL', K)
    for i = 1, #fields, 2 do
        if fields[i] ~= 'mode' then
            return fields[i]
        end
    end
    return false
end
local function mine(owner)
    return call('HLEN', K) == 1 and (tonumber(call('HGET', K, owner)) or 0) > 0 and call('PEXPIRETIME', K) >= 0
end
-- Other keys of the lock expire with it.
local function end_together(key)
    local at = call('PEXPIRETIME', K)
    if at >= 0 then
        call('PEXPIREAT', key, at)
    else
        call('PERSIST', key)
    end
end

-- name: key_redisson_acquire
-- ARGV: owner, lease in ms, key of the requests, mark of this request (25 bytes). The requests of the holds are kept, newest
-- last, so that one whose reply was lost is not counted twice.
if call('EXISTS', K) == 0 then
    call('HINCRBY', K, A[1], 1)
    call('PEXPIRE', K, A[2])
    call('SET', A[3], A[4], 'PX', A[2])
    return {now, 0, 1, 0, now, ending(), A[1], ending()}
elseif not mine(A[1]) then
    return refused(1, holder())
end
local marks = call('GET', A[3]) or ''
local holds, extended = tonumber(call('HGET', K, A[1])), 0
if not string.find(marks, A[4], 1, true) then
    holds = call('HINCRBY', K, A[1], 1)
    extended = lengthen(A[2])
    call('SET', A[3], string.sub(marks .. A[4], -64 * 25))
    end_together(A[3])
end
return {now, 0, holds, extended, false, ending(), A[1], ending()}

-- name: key_redisson_renew
-- ARGV: owner, token, lease in ms, key of the requests.
if not mine(A[1]) then
    return refused(NOT_OWNER, holder())
elseif A[2] ~= '0' then
    return refused(STALE, A[1])
end
local extended = lengthen(A[3])
end_together(A[4])
return {now, RENEWED, tonumber(call('HGET', K, A[1])), extended, false, ending(), A[1], ending()}

-- name: key_redisson_release
-- ARGV: owner, token, key of the requests, channel on which Redisson's waiters listen, queue of a fair
-- lock's waiters, each of which listens on a separate channel.
if not mine(A[1]) then
    return refused(NOT_OWNER, holder())
elseif A[2] ~= '0' then
    return refused(STALE, A[1])
end
local holds = call('HINCRBY', K, A[1], -1)
if holds > 0 then
    local marks = call('GET', A[3])
    if marks then
        call('SET', A[3], string.sub(marks, 1, -26), 'KEEPTTL')
    end
    return {now, STILL_HELD, holds, 0, false, ending(), A[1], ending()}
end
call('DEL', K, A[3])
call('PUBLISH', A[4], '0')
if call('TYPE', A[5]).ok == 'list' then
    for _, waiter in ipairs(call('LRANGE', A[5], 0, 99)) do
        call('PUBLISH', A[4] .. ':' .. waiter, '0')
    end
end
return {now, RELEASED, 0, 0, false, false, false, false}

-- name: key_shedlock
-- A value is 'ADDED:' begin '@' owner ':' unique id. Ours says ' (done)' behind the owner when the work is over and the lock
-- is kept until at-least-for is over.
local DONE = ' (done)'
local function civil(days)
    local z = days + 719468
    local era = math.floor(z / 146097)
    local doe = z - era * 146097
    local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
    local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
    local mp = math.floor((5 * doy + 2) / 153)
    local month = mp < 10 and mp + 3 or mp - 9
    return yoe + era * 400 + (month <= 2 and 1 or 0), month, doy - math.floor((153 * mp + 2) / 5) + 1
end
local function days_of(y, m, d)
    y = m <= 2 and y - 1 or y
    local era = math.floor(y / 400)
    local yoe = y - era * 400
    local doy = math.floor((153 * (m > 2 and m - 3 or m + 9) + 2) / 5) + d - 1
    return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end
local function stamp(ms)
    local days = math.floor(ms / 86400000)
    local rest = ms - days * 86400000
    local y, m, d = civil(days)
    return string.format('%04d-%02d-%02dT%02d:%02d:%02d.%03dZ', y, m, d, math.floor(rest / 3600000),
        math.floor(rest / 60000) % 60, math.floor(rest / 1000) % 60, rest % 1000)
end
-- Returns microseconds; false: another form.
local function time_of(text)
    local y, m, d, hour, min, sec, ms = string.match(text, '^(%d+)-(%d%d)-(%d%d)T(%d%d):(%d%d):(%d%d)%.(%d%d%d)Z$')
    return y and ((((days_of(tonumber(y), tonumber(m), tonumber(d)) * 24 + hour) * 60 + min) * 60 + sec) * 1000 + ms) * 1000
end
-- Returns owner, unique id, begin as text, begin, done? A value of another form is taken as the owner.
local function parse(value)
    local at, owner, id = string.match(value, '^ADDED:([^@]*)@(.*):([^:]*)$')
    if not at then
        return value, '', '', false, false
    end
    local done = string.sub(owner, -#DONE) == DONE
    return done and string.sub(owner, 1, -#DONE - 1) or owner, id, at, time_of(at), done
end
-- Returns nil if the lock is this owner's and its lease runs.
local function refusal(value, owner, token)
    if not value then
        return refused(NOT_OWNER, false)
    end
    local holder, _, _, _, done = parse(value)
    if done then
        return refused(NOT_OWNER, false)
    elseif holder ~= owner then
        return refused(NOT_OWNER, holder)
    end
    return token ~= '0' and refused(STALE, holder) or nil
end

-- name: key_shedlock_acquire
-- ARGV: owner, lease in ms, unique id made from the request. Not re-entrant; but a repeated request gets the same answer.
local ms = math.floor(now / 1000)
if call('SET', K, 'ADDED:' .. stamp(ms) .. '@' .. A[1] .. ':' .. A[3], 'NX', 'PX', A[2]) then
    return {now, 0, 1, 0, ms * 1000, ending(), A[1], ending()}
end
local holder, id, _, begin, done = parse(call('GET', K))
if done then
    return {now, 2, 0, 0, false, ending(), false, false}
elseif holder == A[1] and id == A[3] then
    return {now, 0, 1, 0, begin, ending(), holder, ending()}
end
return refused(1, holder)

-- name: key_shedlock_renew
-- ARGV: owner, token, lease in ms.
local value = call('GET', K)
local no = refusal(value, A[1], A[2])
if no then
    return no
end
local _, _, _, begin = parse(value)
return {now, RENEWED, 1, lengthen(A[3]), begin, ending(), A[1], ending()}

-- name: key_shedlock_release
-- ARGV: owner, token, minimum time in us since its begin.
local value = call('GET', K)
local no = refusal(value, A[1], A[2])
if no then
    return no
end
local _, id, at, begin = parse(value)
local cool = begin and begin + A[3] or 0
if A[3] == '0' or cool <= now then
    call('DEL', K)
    return {now, RELEASED, 0, 0, begin, false, false, false}
end
call('SET', K, 'ADDED:' .. at .. '@' .. A[1] .. DONE .. ':' .. id, 'PX', string.format('%.0f', math.ceil((cool - now) / 1000)))
return {now, COOLING, 0, 0, begin, ending(), false, false}
