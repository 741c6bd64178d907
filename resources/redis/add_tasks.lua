-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- What a claim changes comes first: a small hash is searched from its front.
-- ARGV: id, kind, phase, desired state, payload of each task. Answers now and a 1 (added) or 0 (exists) for each.
-- The first claim is above the base and above the fence of that name, as the first grant of a lock is.
local added, ids, queues, kinds = {}, {}, {}, {}
local base = tonumber(call('HGET', P .. 'meta', 'token_base') or 0)
local fenced = call('EXISTS', P .. 'fences') == 1
for i = 1, #A, 5 do
    local id, kind, phase = A[i], A[i + 1], A[i + 2]
    local key = P .. 'task:' .. id
    if call('EXISTS', key) == 0 then
        local token = math.max(base, fenced and tonumber(call('HGET', P .. 'fences', id) or 0) or 0)
        call('HSET', key, 'owner', '', 'token', digits(token), 'claim_id', '', 'locked_at', '0', 'claims', '0', 'takeovers', '0',
            'kind', kind, 'phase', phase, 'desired_state', A[i + 3], 'payload', A[i + 4], 'updated_at', nows,
            'created_at', nows, 'failures', '0', 'last_error', '')
        local pack = pack_of(kind, phase)
        local queue = queues[pack]
        if not queue then
            queue = {}
            queues[pack] = queue
        end
        queue[#queue + 1] = '0'
        queue[#queue + 1] = member_of(nows, id)
        ids[#ids + 1] = id
        kinds[kind] = true
        added[#added + 1] = '1'
    else
        added[#added + 1] = '0'
    end
end
for pack, queue in pairs(queues) do
    call('SADD', P .. 'phases', pack)
    many('ZADD', P .. 'q:' .. pack, queue)
end
stamp_many('task', ids)
for kind in pairs(kinds) do
    hint('task', kind)
end
return {now, table.concat(added)}
