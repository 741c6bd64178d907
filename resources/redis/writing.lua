-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before every script that writes. A newer schema is not written to.
if version ~= '1' then
    return redis.error_reply('NEWSCHEMA ' .. version)
end
-- A change for observers: the next number of the counter becomes the score of the key. 1: the key is new.
local function stamp(entity, key)
    local fresh = call('ZADD', P .. 'ch:' .. entity, call('INCR', P .. 'seq'), key)
    if fresh == 1 then
        call('ZREM', P .. 'gone', entity .. ':' .. key)
    end
    return fresh
end
local function hint(entity, key)
    call('PUBLISH', P .. 'hint:' .. entity .. ':' .. key, '')
end
local function lock_changed(name)
    if stamp('lock', name) == 1 then
        call('ZADD', P .. 'locks', 0, name)
    end
end
