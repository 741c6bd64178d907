-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before scripts that read many rows. A key of the wrong type comes without fields, a deleted one not at all.
local MESSAGE = {'seq', 'topic', 'payload', 'state', 'tries', 'created_at', 'next_at', 'owner', 'token', 'claim_id',
    'lease_until', 'sent_at', 'last_error', 'cuts', 'begun_at'}
local WORKER = {'host', 'pid', 'role', 'kinds', 'state', 'doing', 'doing_since', 'lease_until', 'period', 'started_at',
    'beat_at', 'control', 'slow_by', 'claims', 'done', 'relocked', 'failed', 'refused', 'wait_p50', 'hold_p50'}
local function row_of(entity, id)
    local fields = entity == 'task' and TASK or entity == 'message' and MESSAGE or WORKER
    local key = P .. (entity == 'message' and 'msg' or entity) .. ':' .. id
    local r = redis.pcall('HMGET', key, unpack(fields))
    if not r.err and not r[1] and call('EXISTS', key) == 0 then
        return nil
    end
    if r.err then
        return {id, false}
    end
    return {id, r}
end
