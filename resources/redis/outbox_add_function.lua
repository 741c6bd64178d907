-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- For a script of your own: adds a message to the outbox of the schema with this prefix, in your script's own atomic step.
-- Answers 1, or 0 when a message of that id exists. Needs the schema; without it, it raises NOSCHEMA.
local function lockdesk_outbox_add(prefix, id, topic, payload)
    local call = redis.call
    local version = call('GET', prefix .. 'schema')
    if version ~= '2' then
        error({err = version and (version == '1' and 'OLDSCHEMA ' or 'NEWSCHEMA ') .. version or 'NOSCHEMA ' .. prefix})
    end
    local tick = call('TIME')
    local now = tick[1] * 1000000 + tick[2]
    if #prefix > 9 then
        local c = call('HMGET', prefix .. 'clock', 'base', 'set_at', 'rate')
        now = math.floor(c[1] + (now - c[2]) * c[3])
    end
    local key = prefix .. 'msg:' .. id
    if call('EXISTS', key) == 1 then
        return 0, now
    end
    local seq = call('INCR', prefix .. 'out:seq')
    local member = string.format('%016.0f:', seq) .. id
    call('HSET', key, 'seq', seq, 'topic', topic, 'payload', payload, 'state', 'pending', 'tries', 0, 'created_at', now,
        'next_at', now, 'owner', '', 'token', 0, 'claim_id', '', 'lease_until', '', 'sent_at', '', 'last_error', '', 'cuts', 0, 'begun_at', '')
    call('ZADD', prefix .. 'out:all', now, member)
    call('ZADD', prefix .. 'out:pending', now, member)
    call('ZADD', prefix .. 'out:due', now, member)
    call('ZADD', prefix .. 'ch:message', call('INCR', prefix .. 'seq'), id)
    call('ZREM', prefix .. 'gone', 'message:' .. id)
    call('PUBLISH', prefix .. 'hint:message:' .. topic, '')
    return 1, now
end
