-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- In a sandbox, in the place of key_clock.lua: `now` is the sandbox clock. The server lets a key go by its own clock, which a lesson
-- cannot hold. So the end of a key's life stands beside the key, on the lesson's clock, and a key that is over goes before anything
-- is asked of it.
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
-- When the key goes; false: never, or it is not there. What SET has just given it to live is moved to the lesson's clock.
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
-- True if the end moved later. A key without an end keeps having none.
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
