-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, version, value, SHA-256 of the value. Answers now, updated?, value or nil, version, version by.
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
