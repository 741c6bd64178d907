-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before claims: locks the tasks behind these members of a phase's set. All are read before the first is written, so
-- that an odd key cannot leave half a claim behind. `tokens`: take only those whose token is still this one.
-- Answers rows: id, desired state, payload, token, updated, created, claims, takeovers, failures, last error; and whether
-- members without a task were found (they are dropped).
local function take(pack, kind, owner, claim, members, tokens)
    local rows, stale, old = {}, {}, {}
    for i = 1, #members do
        local id = string.sub(members[i], 18)
        local r = redis.pcall('HMGET', P .. 'task:' .. id, 'owner', 'token', 'claim_id', 'claims', 'takeovers', 'desired_state',
            'payload', 'created_at', 'failures', 'last_error')
        if r.err or not r[2] then
            stale[#stale + 1] = members[i]
        elseif not tokens or r[2] == tokens[i] then
            local token, claims, takeovers, before = tonumber(r[2]), tonumber(r[4] or 0), tonumber(r[5] or 0), r[3]
            if token and claims and takeovers then
                if r[1] and r[1] ~= '' then
                    takeovers = takeovers + 1
                end
                if before and before ~= '' then
                    old[#old + 1] = #before .. ':' .. before .. id
                end
                rows[#rows + 1] = {id, r[6], r[7], token + 1, string.sub(members[i], 1, 16), r[8], claims + 1, takeovers, r[9],
                    r[10], members[i]}
            else
                stale[#stale + 1] = members[i]
            end
        end
    end
    many('ZREM', P .. 'q:' .. pack, stale)
    many('ZREM', P .. 'held:' .. pack, stale)
    if #rows == 0 then
        return rows, #stale > 0
    end
    local queue, claims, ids, mark = {}, {}, {}, #claim .. ':' .. claim
    for i = 1, #rows do
        local row = rows[i]
        local id = row[1]
        call('HSET', P .. 'task:' .. id, 'owner', owner, 'token', row[4], 'claim_id', claim, 'locked_at', now,
            'claims', row[7], 'takeovers', row[8])
        queue[2 * i - 1], queue[2 * i] = now, row[11]
        claims[2 * i - 1], claims[2 * i] = 0, mark .. id
        ids[i] = id
        row[11] = nil
    end
    many('ZADD', P .. 'q:' .. pack, queue)
    many('ZADD', P .. 'held:' .. pack, queue)
    many('ZREM', P .. 'claims', old)
    many('ZADD', P .. 'claims', claims)
    stamp_many('task', ids)
    hint('task', kind)
    return rows, #stale > 0
end
