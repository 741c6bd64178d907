-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, then fields and values of the heartbeat. Answers now, control, slow by in us.
local id = A[1]
local key = P .. 'worker:' .. id
call('HSET', key, 'beat_at', now, unpack(A, 2))
call('HSETNX', key, 'started_at', now)
call('ZADD', P .. 'workers', now, id)
stamp('worker', id)
hint('worker', id)
local r = call('HMGET', key, 'control', 'slow_by')
return {now, r[1] or 'run', r[2] or '0'}
