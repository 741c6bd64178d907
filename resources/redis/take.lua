-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before claims: locks the tasks behind these members of a phase's set. All are read before the first is written, so
-- that an odd key cannot leave half a claim behind. `tokens`: take only those whose token is still this one.
-- Answers rows: id, desired state, payload, token, updated, created, claims, takeovers, failures, last error; and whether
-- members without a task were found (they are dropped).
-- `claimed` keeps the ids of a claim, joined by NUL, as long as one of them carries it still; `claimed_left` how many do,
-- where there is more than one.
local function settle_claim(claim, ids, old)
    for before, n in pairs(old) do
        local left = call('HGET', P .. 'claimed_left', before)
        if left and left - n > 0 then
            call('HSET', P .. 'claimed_left', before, digits(left - n))
        else
            call('HDEL', P .. 'claimed', before)
            if left then
                call('HDEL', P .. 'claimed_left', before)
            end
        end
    end
    local n, joined = #ids, table.concat(ids, '\0')
    if call('HSETNX', P .. 'claimed', claim, joined) == 0 then
        n = n + (call('HGET', P .. 'claimed_left', claim) or 1)
        call('HSET', P .. 'claimed', claim, call('HGET', P .. 'claimed', claim) .. '\0' .. joined)
    end
    if n > 1 then
        call('HSET', P .. 'claimed_left', claim, digits(n))
    end
end
local spelled = {}
local function text(n)
    local t = spelled[n]
    if not t then
        t = digits(n)
        if n == n then
            spelled[n] = t
        end
    end
    return t
end
local function take(pack, kind, owner, claim, members, tokens)
    local rows, ids, same_takeovers, stale, old, queue, n = {}, {}, {}, {}, {}, {}, 0
    local task, sub, pcall_ = P .. 'task:', string.sub, redis.pcall
    for i = 1, #members do
        local member = members[i]
        local id = sub(member, 18)
        local r = pcall_('HMGET', task .. id, 'owner', 'token', 'claim_id', 'claims', 'takeovers', 'desired_state',
            'payload', 'created_at', 'failures', 'last_error')
        local found = r[2]
        if r.err or not found then
            stale[#stale + 1] = member
        elseif not tokens or found == tokens[i] then
            local token, claims, takeovers, before = tonumber(found), tonumber(r[4] or 0), tonumber(r[5] or 0), r[3]
            if token and claims and takeovers then
                n = n + 1
                local fresh = not r[1] or r[1] == ''
                if not fresh then
                    takeovers = takeovers + 1
                end
                same_takeovers[n] = fresh and r[5]
                if before and before ~= '' then
                    old[before] = (old[before] or 0) + 1
                end
                rows[n] = {id, r[6], r[7], token + 1, sub(member, 1, 16), r[8], claims + 1, takeovers, r[9], r[10]}
                ids[n], queue[2 * n - 1], queue[2 * n] = id, nows, member
            else
                stale[#stale + 1] = member
            end
        end
    end
    if call('EXISTS', P .. 'returned:' .. pack) == 1 then
        many('ZREM', P .. 'returned:' .. pack, queue) -- the times among them are no members
        many('ZREM', P .. 'returned:' .. pack, stale)
    end
    many('ZREM', P .. 'q:' .. pack, stale)
    if n == 0 then
        return rows, #stale > 0
    end
    for i = 1, n do
        local row = rows[i]
        local token, claims = text(row[4]), text(row[7])
        if same_takeovers[i] then
            call('HSET', task .. ids[i], 'owner', owner, 'token', token, 'claim_id', claim, 'locked_at', nows, 'claims', claims)
        else
            call('HSET', task .. ids[i], 'owner', owner, 'token', token, 'claim_id', claim, 'locked_at', nows, 'claims', claims,
                'takeovers', text(row[8]))
        end
    end
    many('ZADD', P .. 'q:' .. pack, queue)
    settle_claim(claim, ids, old)
    stamp_many('task', ids)
    hint('task', kind)
    return rows, #stale > 0
end
