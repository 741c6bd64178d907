-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: for each step id, owner, token, verb, and three words. Verbs: u unlock; r relock (wait); b relock by backoff (policy
-- or '', jitter); a advance (from or '', to, desired or ''); e extend; f fail (error, jitter).
-- Answers now, then for each step: 0 done | 1 not the owner | 2 stale | 3 missing, wait or nil, fields, rule.
-- Steps are much alike. Who leaves one queue and comes to another is gathered, and written by `settle` at the end, before the
-- turn of other queues, before a task's second step, and before an error.
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
            local rule, locked = rule_of(pack), 0
            local timeout = timeout_of(rule)
            if verb == 'r' then
                wait = tonumber(x)
            elseif verb == 'b' then
                wait = backoff(x ~= '' and x or string.match(rule, ' (%a) '), now - updated, timeout, tonumber(A[i + 5]))
            elseif verb == 'f' then
                wait = backoff(string.match(rule, ' (%a) '), now - updated, timeout, tonumber(A[i + 5]))
                r[13] = (tonumber(r[13]) or 0) + 1
                r[14] = x
                call('HSET', key, 'failures', r[13], 'last_error', x)
                call('ZADD', P .. 'failing:' .. pack, r[13], id)
            end
            if wait then
                locked = math.min(now - timeout + wait, FAR)
                call('ZADD', P .. 'returned:' .. pack, locked, member)
            end
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
