-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id. Answers now, value or nil, version, version by.
local r = call('HMGET', P .. 'record:' .. A[1], 'value', 'version', 'version_by')
return {now, r[1], r[2], r[3]}
