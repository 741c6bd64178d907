-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: worker_beat
-- ARGV: id, then fields and values of the heartbeat. Returns now, control, slow by in us.
local id = A[1]
local key = P .. 'worker:' .. id
call('HSET', key, 'beat_at', now, unpack(A, 2))
call('HSETNX', key, 'started_at', now)
call('ZADD', P .. 'workers', now, id)
stamp('worker', id)
hint('worker', id)
local r = call('HMGET', key, 'control', 'slow_by')
return {now, r[1] or 'run', r[2] or '0'}

-- name: worker_leave
-- ARGV: id. Returns now.
if call('DEL', P .. 'worker:' .. A[1]) == 1 then
    call('ZREM', P .. 'workers', A[1])
    gone('worker', A[1])
    hint('worker', A[1])
end
return {now}

-- name: worker_order
-- ARGV: id, control, slow by in us, who or '', evidence, command, reason. Returns now, id and fields or nil.
local id = A[1]
local key = P .. 'worker:' .. id
if call('EXISTS', key) == 0 then
    return {now, false}
end
call('HSET', key, 'control', A[2], 'slow_by', A[3])
stamp('worker', id)
hint('worker', id)
if A[4] ~= '' then
    audit(A[4], 'worker-' .. A[2], 'worker', id, A[7], A[5], A[6], 'done')
end
return {now, row_of('worker', id)}

-- name: worker_collect
-- ARGV: silent for in us, limit. Returns now, removed.
local ids = call('ZRANGE', P .. 'workers', '-inf', string.format('(%.0f', now - A[1]), 'BYSCORE', 'LIMIT', 0, A[2])
for i = 1, #ids do
    call('DEL', P .. 'worker:' .. ids[i])
    call('ZREM', P .. 'workers', ids[i])
    gone('worker', ids[i])
    hint('worker', ids[i])
end
return {now, #ids}
