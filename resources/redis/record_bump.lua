-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id. Raises the version while reading. Answers now, value or nil, version (nil: a hash cannot be raised), version by.
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
