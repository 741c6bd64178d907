-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: putting
-- Creates or replaces a record; `hash` is the SHA-256 of the value. Returns its version.
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

-- name: record_put
-- ARGV: id, value, version by (integer, time, hash), SHA-256 of the value. Returns now, version.
return {now, put(A[1], A[2], A[3], A[4])}

-- name: record_put_fenced
-- ARGV: resource, token, who, then those of record_put. Returns now, admitted?, largest, refusals, version or nil.
local admitted, largest, refusals = admit(A[1], A[2], A[3])
return {now, admitted, largest, refusals, admitted == 1 and put(A[4], A[5], A[6], A[7])}

-- name: record_get
-- ARGV: id. Returns now, value or nil, version, version by.
local r = call('HMGET', P .. 'record:' .. A[1], 'value', 'version', 'version_by')
return {now, r[1], r[2], r[3]}

-- name: record_bump
-- ARGV: id. Raises the version while reading. Returns now, value or nil, version (nil: a hash cannot be raised), version by.
local key = P .. 'record:' .. A[1]
local r = call('HMGET', key, 'value', 'version', 'version_by')
if not r[1] then
    return {now, false, false, false}
elseif r[3] == 'hash' then
    return {now, r[1], false, r[3]}
end
local version = num(r[2], 'version') + 1
if r[3] == 'time' then
    version = math.max(now, version)
end
version = string.format('%.0f', version)
call('HSET', key, 'version', version)
return {now, r[1], version, r[3]}

-- name: record_update
-- ARGV: id, version, value, SHA-256 of the value. Returns now, updated?, value or nil, version, version by.
local key = P .. 'record:' .. A[1]
local r = call('HMGET', key, 'value', 'version', 'version_by')
if not r[1] or r[2] ~= A[2] then
    return {now, 0, r[1], r[2], r[3]}
end
local version
if r[3] == 'hash' then
    version = A[4]
else
    version = num(r[2], 'version') + 1
    version = string.format('%.0f', r[3] == 'time' and math.max(now, version) or version)
end
call('HSET', key, 'value', A[3], 'version', version)
return {now, 1, A[3], version, r[3]}
