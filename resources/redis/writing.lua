-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before every script that writes. A newer schema is not written to.
if version ~= '2' then
    return redis.error_reply('NEWSCHEMA ' .. version)
end
-- Numbers go to redis.call as text: by itself it would spell them by '%.17g', which takes as long as a command. An integer of
-- C may have 32 bits only. What is no integer, by a foreign hand, is left to redis.call.
local function digits(n)
    if n >= 0 and n < 1e9 and n % 1 == 0 then
        return string.format('%d', n)
    elseif n > 0 and n <= FAR and n % 1 == 0 then
        local high = math.floor(n / 1e9)
        return string.format('%d%09d', high, n - high * 1e9)
    end
    return n
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
