-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A hash with one field, the owner, its count as the value, and an end. What has more fields (a read-write lock, a multi-lock,
-- data of somebody's) or no end is never ours, whatever its fields are called.
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
-- What else belongs to the lock ends with it.
local function end_together(key)
    local at = call('PEXPIRETIME', K)
    if at >= 0 then
        call('PEXPIREAT', key, at)
    else
        call('PERSIST', key)
    end
end
