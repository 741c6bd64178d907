-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: ids_of
-- Returns the tasks that may have a claim id, each once.
local function ids_of(claim)
    local ids, seen = {}, {}
    for id in string.gmatch(call('HGET', P .. 'claimed', claim) or '', '%Z+') do
        if not seen[id] then
            seen[id] = true
            ids[#ids + 1] = id
        end
    end
    return ids
end

-- name: leaving
-- `claimed` keeps the ids of a claim, joined by NUL, while one of the tasks still has it; `claimed_left` their number,
-- if there is more than one. `old`: for each claim the number of tasks that no longer have it.
local function leave_claims(old)
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
end

-- name: taking
-- Put before claims: locks the tasks behind these members of a phase's set. All are read before the first is written, so
-- that an odd key cannot leave half a claim behind. `tokens`: take only those whose token is still this one.
-- Returns rows: id, desired state, payload, token, updated, created, claims, takeovers, failures, last error; and whether
-- members without a task were found (they are removed).
local function settle_claim(claim, ids, old)
    leave_claims(old)
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
            -- A number from outside, after which no token could be checked, must not stop the others.
            if token and token >= 0 and token < 9007199254740991 and claims and takeovers then
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

-- name: task_claim
-- ARGV: kind, phase, limit, owner, claim id, lock timeout in us or '', asking again?, fair?, returned first?
-- Returns now, 0 taken now | 1 taken before, rule, rows (taken before: id and all fields).
local kind, phase, limit, owner, claim = A[1], A[2], tonumber(A[3]), A[4], A[5]
local pack = pack_of(kind, phase)
local rule = rule_of(pack)
if A[7] == '1' then
    local rows, known = {}, false
    for _, id in ipairs(ids_of(claim)) do
        local r = redis.pcall('HMGET', P .. 'task:' .. id, unpack(TASK))
        if not r.err and r[7] == claim then
            known = true
            if r[5] == owner then
                rows[#rows + 1] = {id, r, rule_of(pack_of(r[1], r[2]))}
            end
        end
    end
    if known then
        return {now, 1, rule, rows}
    end
end
if limit == 0 then
    return {now, 0, rule, {}}
end
local cut = string.format('(%.0f', now - claim_timeout(A[6], rule))
local q = P .. 'q:' .. pack
local function candidates()
    local plain = call('ZRANGE', q, '-inf', cut, 'BYSCORE', 'LIMIT', 0, limit)
    if A[8] == '0' or #plain < limit or (limit == 1 and A[9] == '0') then
        return plain
    end
    -- Fair: returned tasks (locked once before) get their share although fresh ones (1970) sort before them.
    local returned = call('ZRANGE', q, '(0', cut, 'BYSCORE', 'LIMIT', 0, math.max(1, math.floor(limit / 4)))
    local offered, chosen, rest = {}, {}, limit - #returned
    for i = 1, #returned do
        offered[returned[i]] = true
    end
    for i = 1, limit do
        local member = plain[i]
        if offered[member] then
            chosen[#chosen + 1] = member
            offered[member] = false
        elseif rest > 0 then
            chosen[#chosen + 1] = member
            rest = rest - 1
        end
    end
    for i = 1, #returned do
        if offered[returned[i]] then
            chosen[#chosen + 1] = returned[i]
        end
    end
    return chosen
end
local rows, again
repeat
    rows, again = take(pack, kind, owner, claim, candidates())
until #rows > 0 or not again
return {now, 0, rule, rows}

-- name: task_look
-- The first half of the strategies that read and write separately. ARGV: kind, phase, limit, lock timeout in us or ''.
-- Returns now, rule, members, tokens.
local pack = pack_of(A[1], A[2])
local rule = rule_of(pack)
local cut = string.format('(%.0f', now - claim_timeout(A[4], rule))
local members = call('ZRANGE', P .. 'q:' .. pack, '-inf', cut, 'BYSCORE', 'LIMIT', 0, A[3])
local tokens = {}
for i = 1, #members do
    local token = redis.pcall('HGET', P .. 'task:' .. string.sub(members[i], 18), 'token')
    tokens[i] = type(token) == 'string' and token or ''
end
return {now, rule, members, tokens}

-- name: task_take
-- The second half. ARGV: kind, phase, owner, claim id, compare tokens?, then member and token of each.
-- Returns now, 0, rule, rows.
local pack, members, tokens = pack_of(A[1], A[2]), {}, {}
for i = 6, #A, 2 do
    members[#members + 1] = A[i]
    tokens[#tokens + 1] = A[i + 1]
end
local rows = take(pack, A[1], A[3], A[4], members, A[5] == '1' and tokens or nil)
return {now, 0, rule_of(pack), rows}

-- name: task_by_claim
-- ARGV: claim id. Returns now, ids of the tasks that may carry it.
return {now, ids_of(A[1])}
