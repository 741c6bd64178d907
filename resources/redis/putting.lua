-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Creates or replaces a record; `hash` is the SHA-256 of the value. Answers its version.
local function put(id, value, version_by, hash)
    local key = P .. 'record:' .. id
    local r = call('HMGET', key, 'version', 'version_by')
    local version = '1'
    if version_by == 'hash' then
        version = hash
    elseif version_by == 'time' then
        version = string.format('%.0f', math.max(now, r[1] and r[2] == 'time' and r[1] + 1 or 0))
    elseif r[1] and r[2] == 'integer' then
        version = string.format('%.0f', r[1] + 1)
    end
    if not r[1] then
        call('SADD', P .. 'records', id)
    end
    call('HSET', key, 'value', value, 'version', version, 'version_by', version_by)
    return version
end
