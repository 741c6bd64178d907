-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: tasks
-- Put before scripts on tasks. A task waits in the sorted set of its kind and phase: score locked_at, member updated_at
-- (16 digits) and id, so that equal stamps come in the order updated_at, id. Names may hold any byte: lengths lead.
local packs, packs_kind = {}, nil
local function pack_of(kind, phase)
    if kind ~= packs_kind then
        packs, packs_kind = {}, kind
    end
    local pack = packs[phase]
    if not pack then
        pack = #kind .. ':' .. kind .. phase
        packs[phase] = pack
    end
    return pack
end
local function member_of(updated_at, id)
    if type(updated_at) == 'string' and #updated_at == 16 and not string.find(updated_at, '%D') then
        return updated_at .. ':' .. id -- much quicker
    end
    return string.format('%016.0f:', updated_at) .. id
end
local rules = {}
local function rule_of(pack)
    local rule = rules[pack]
    if not rule then
        rule = call('HGET', P .. 'rules', pack) or RULE
        rules[pack] = rule
    end
    return rule
end
local function timeout_of(rule)
    return tonumber(string.match(rule, '^(%d+) ') or 30000000)
end

-- Returns the claim's lock timeout, or if it is '' the rule's; in a final phase always the rule's.
local function claim_timeout(given, rule)
    local timeout = timeout_of(rule)
    return timeout < FAR and tonumber(given) or timeout
end

-- name: backoff
-- The waits of backends/engine/rules/backoff.h.
local function backoff(policy, waited, timeout, jitter)
    if policy == 'p' then
        local ms = waited > 0 and math.floor(waited / 1000) or 0
        if ms > 120000 then
            return timeout
        end
        return math.floor((ms + 9) / 10) * 1000
    end
    local ceiling = math.min(math.max(waited, 100000), timeout)
    return math.floor(ceiling * math.min(math.max(jitter, 0), 1))
end

-- name: task_add
-- Fields that a claim changes come first: a small hash is searched from its front.
-- ARGV: id, kind, phase, desired state, payload of each task. Returns now and a 1 (added) or 0 (exists) for each.
-- The first claim is above the base, the floor and the fence of that name, as the first grant of a lock is.
local added, ids, queues, kinds = {}, {}, {}, {}
local base = math.max(meta_number('token_base'), meta_number('token_floor'))
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

-- name: task_apply
-- ARGV: for each step id, owner, token, verb, and three words. Verbs: u unlock; r relock (wait); b relock by backoff (policy
-- or '', jitter); a advance (from or '', to, desired or ''); e extend; f fail (error, jitter).
-- Returns now, then for each step: 0 done | 1 not the owner | 2 stale | 3 missing, wait or nil, fields, rule.
-- Tasks that move from one queue to another are collected, and written by `settle` at the end, before a change of
-- queues, before a task's second step, and before an error.
local answers, ids, left, come, seen = {now}, {}, {}, {}, {}
local from, to, moved, kind, last, last_head
local head, pcall_, steps = member_of(nows, ''), redis.pcall, 1
local function settle()
    if from then
        many('ZREM', P .. 'q:' .. from, left)
    end
    if to then
        many('ZADD', P .. 'q:' .. to, come)
    end
    stamp_many('task', ids)
end
for i = 1, #A, 7 do
    local id, verb, x = A[i], A[i + 3], A[i + 4]
    local key = P .. 'task:' .. id
    local r = pcall_('HMGET', key, unpack(TASK))
    steps = steps + 1
    if r.err then
        settle()
        return r
    end
    local code, wait = 0, false
    if not r[1] then
        code = 3
    elseif r[5] ~= A[i + 1] then
        code = 1
    elseif r[6] ~= A[i + 2] or (verb == 'a' and x ~= '' and r[2] ~= x) then
        code = 2
    else
        local changed = tonumber(r[9])
        local odd = (r[9] or '') ~= '' and not changed and 'updated_at'
            or verb == 'f' and (r[13] or '') ~= '' and not tonumber(r[13]) and 'failures'
        if odd then
            settle()
            return redis.error_reply('ODDFIELD ' .. odd)
        end
        local pack, updated = pack_of(r[1], r[2] or ''), changed or 0
        if r[9] ~= last or not last_head then
            last, last_head = r[9], member_of(changed and r[9] or 0, '')
        end
        local member, new_from, new_to = last_head .. id, nil, pack
        if verb == 'a' then
            new_from, new_to = pack, pack_of(r[1], A[i + 5])
        end
        if seen[id] or (to and (new_from ~= from or new_to ~= to)) then
            settle()
            ids, left, come, seen = {}, {}, {}, {}
        end
        from, to, seen[id] = new_from, new_to, true
        if verb == 'a' then
            left[#left + 1] = member
            local n = #come
            come[n + 1], come[n + 2] = '0', head .. id
            if r[13] ~= '0' then
                call('ZREM', P .. 'failing:' .. pack, id)
            end
            if to ~= pack and to ~= moved then
                call('SADD', P .. 'phases', to)
                moved = to
            end
            if A[i + 6] == '' and r[3] and r[13] == '0' and r[14] == '' then
                call('HSET', key, 'phase', A[i + 5], 'owner', '', 'locked_at', '0', 'updated_at', nows)
            else
                r[3] = A[i + 6] ~= '' and A[i + 6] or r[3]
                call('HSET', key, 'phase', A[i + 5], 'desired_state', r[3] or 'Running', 'owner', '', 'locked_at', '0',
                    'updated_at', nows, 'failures', '0', 'last_error', '')
            end
            r[2], r[5], r[8], r[9], r[13], r[14] = A[i + 5], '', '0', now, '0', ''
            pack = to
        elseif verb == 'e' then
            call('HSET', key, 'locked_at', nows)
            come[#come + 1] = nows
            come[#come + 1] = member
            r[8] = now
        else
            local rule, locked, parked = rule_of(pack), 0, false
            local timeout = timeout_of(rule)
            if verb == 'r' then
                wait = tonumber(x)
            elseif verb == 'b' then
                wait = backoff(x ~= '' and x or string.match(rule, ' (%a) '), now - updated, timeout, tonumber(A[i + 5]))
            elseif verb == 'f' then
                wait = backoff(string.match(rule, ' (%a) '), now - updated, timeout, tonumber(A[i + 5]))
                r[13] = (tonumber(r[13]) or 0) + 1
                r[14] = x
                local most = tonumber(string.match(rule, ' (%-?%d+)$') or 8)
                parked = most > 0 and r[13] >= most
                call('HSET', key, 'failures', r[13], 'last_error', x)
                call('ZADD', P .. 'failing:' .. pack, r[13], id)
            end
            if wait then
                locked = parked and FAR or math.min(now - timeout + wait, FAR)
                call('ZADD', P .. 'returned:' .. pack, locked, member)
            end
            wait = not parked and wait
            local place = digits(locked)
            call('HSET', key, 'owner', '', 'locked_at', place)
            come[#come + 1] = place
            come[#come + 1] = member
            r[5], r[8] = '', locked
        end
        ids[#ids + 1] = id
        if r[1] ~= kind then
            kind = r[1]
            hint('task', kind)
        end
        answers[steps] = {0, wait, r, rule_of(pack)}
    end
    if code ~= 0 then
        answers[steps] = {code, false, code ~= 3 and r, code ~= 3 and rule_of(pack_of(r[1], r[2] or ''))}
    end
end
settle()
return answers

-- name: task_relock_forced
-- ARGV: id, if owner, if token, wait in us, reason, who, evidence, command. The token rises, so that a late advance is refused.
-- Returns now, 0 done | 1 changed | 2 missing, fields, rule.
local id = A[1]
local key = P .. 'task:' .. id
local r = call('HMGET', key, unpack(TASK))
if not r[1] then
    audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'missing')
    return {now, 2, false, false}
end
local pack = pack_of(r[1], r[2] or '')
local rule = rule_of(pack)
if (r[5] or '') ~= A[2] or (r[6] or '0') ~= A[3] then
    audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'changed')
    return {now, 1, r, rule}
end
local member = member_of(num(r[9], 'updated_at') or 0, id)
r[6] = (num(r[6], 'token') or 0) + 1
r[5], r[8] = '', math.min(now - timeout_of(rule) + A[4], FAR)
r[13] = '0'
call('HSET', key, 'owner', '', 'token', r[6], 'locked_at', r[8], 'failures', '0')
call('ZREM', P .. 'failing:' .. pack, id)
call('ZADD', P .. 'q:' .. pack, r[8], member)
call('ZADD', P .. 'returned:' .. pack, r[8], member)
stamp('task', id)
audit(A[6], 'relock', 'task', id, A[5], A[7], A[8], 'done')
hint('task', r[1])
return {now, 0, r, rule}

-- name: task_removing
-- Put before scripts that remove tasks. `settle_removals` comes after the last one: a later task of that id starts above the
-- tokens of the removed ones.
local old, highest, floor = {}, 0, meta_number('token_floor')
local function remove_task(pack, member, id, kind, token, claim)
    call('ZREM', P .. 'q:' .. pack, member)
    call('ZREM', P .. 'returned:' .. pack, member)
    call('ZREM', P .. 'failing:' .. pack, id)
    if claim and claim ~= '' then
        old[claim] = (old[claim] or 0) + 1
    end
    highest = math.max(highest, tonumber(token) or 0)
    call('DEL', P .. 'task:' .. id)
    gone('task', id)
    hint('task', kind)
end
local function settle_removals()
    leave_claims(old)
    if highest > floor then
        call('HSET', P .. 'meta', 'token_floor', digits(highest))
    end
end

-- name: task_remove
-- ARGV: id, if owner, if token, reason, who, evidence, command.
-- Returns now, 0 done | 1 changed | 2 missing, fields as they were, rule.
local id = A[1]
local r = call('HMGET', P .. 'task:' .. id, unpack(TASK))
local code = not r[1] and 2 or ((r[5] or '') ~= A[2] or (r[6] or '0') ~= A[3]) and 1 or 0
audit(A[5], 'remove', 'task', id, A[4], A[6], A[7], code == 0 and 'done' or code == 1 and 'changed' or 'missing')
if code == 2 then
    return {now, code, false, false}
end
local pack = pack_of(r[1], r[2] or '')
if code == 0 then
    remove_task(pack, member_of(num(r[9], 'updated_at') or 0, id), id, r[1], r[6], r[7])
    settle_removals()
end
return {now, code, r, rule_of(pack)}

-- name: task_collect
-- Done tasks that have not moved. ARGV: minimum age in us, limit. Returns now, removed.
local cut, left, removed = now - A[1], tonumber(A[2]), 0
local function collect(pack, from, to, queue)
    local members = left > 0 and call('ZRANGE', P .. queue .. pack, from, to, 'BYSCORE', 'LIMIT', 0, left) or {}
    for i = 1, #members do
        local member = members[i]
        local id = string.sub(member, 18)
        local r = redis.pcall('HMGET', P .. 'task:' .. id, 'kind', 'owner', 'token', 'claim_id')
        if not r.err and not r[1] then
            call('ZREM', P .. queue .. pack, member)
        elseif not r.err and (r[2] or '') == '' and (tonumber(string.sub(member, 1, 16)) or now) < cut then
            remove_task(pack, member, id, r[1], r[3], r[4])
            left, removed = left - 1, removed + 1
        end
    end
end
local all = call('HGETALL', P .. 'rules')
for i = 1, #all, 2 do
    if timeout_of(all[i + 1]) >= FAR then
        collect(all[i], '0', '0', 'q:')
        collect(all[i], '(0', string.format('(%.0f', cut), 'returned:') -- relocked before the phase was final
    end
end
settle_removals()
return {now, removed}

-- name: task_rule_set
-- ARGV: kind, phase, rule as 'lock timeout in us, p|e, max failures'. Returns now.
call('HSET', P .. 'rules', pack_of(A[1], A[2]), A[3])
call('INCR', P .. 'seq')
hint('task', A[1])
return {now}

-- name: task_rules
-- Returns now, packed kind and phase, rule, ...
return {now, call('HGETALL', P .. 'rules')}

-- name: task_counts
-- Returns now, then for each phase: packed kind and phase, held, waiting, due, expired, failed, lock timeout. Exact, and cheap: no row is read.
local out = {now}
for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
    local rule = rule_of(pack)
    local cut = string.format('(%.0f', now - timeout_of(rule))
    local q, returned = P .. 'q:' .. pack, P .. 'returned:' .. pack
    local all, late = call('ZCARD', q), call('ZCOUNT', q, '-inf', cut)
    local function held(till)
        return call('ZCOUNT', q, '(0', till) - call('ZCOUNT', returned, '(0', till)
    end
    local owned, expired = held('+inf'), held(cut)
    local failed = call('ZCOUNT', P .. 'failing:' .. pack, string.match(rule, ' (%d+)$') or 8, '+inf')
    if all > 0 then
        out[#out + 1] = {pack, owned - expired, all - late - (owned - expired), late - expired, expired, failed,
            string.match(rule, '^(%d+) ') or '30000000'}
    end
end
return out

-- name: task_phases
-- Returns now, packed kinds and phases, number of tasks.
return {now, call('SMEMBERS', P .. 'phases'), call('ZCARD', P .. 'ch:task')}
