-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, value, version by (integer, time, hash), SHA-256 of the value. Answers now, version.
local key = P .. 'record:' .. A[1]
local r = call('HMGET', key, 'version', 'version_by')
local version = '1'
if A[3] == 'hash' then
    version = A[4]
elseif A[3] == 'time' then
    version = string.format('%.0f', math.max(now, r[1] and r[2] == 'time' and r[1] + 1 or 0))
elseif r[1] and r[2] == 'integer' then
    version = string.format('%.0f', r[1] + 1)
end
if not r[1] then
    call('SADD', P .. 'records', A[1])
end
call('HSET', key, 'value', A[2], 'version', version, 'version_by', A[3])
return {now, version}
