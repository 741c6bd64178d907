-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: for each step id, owner, token, verb, and three words. Verbs: u unlock; r relock (wait); b relock by backoff (policy
-- or '', jitter); a advance (from or '', to, desired or ''); e extend; f fail (error, jitter).
-- Answers now, then for each step: 0 done | 1 not the owner | 2 stale | 3 missing, wait or nil, fields, rule.
local answers, ids, kinds = {now}, {}, {}
for i = 1, #A, 7 do
    local id, verb, x = A[i], A[i + 3], A[i + 4]
    local key = P .. 'task:' .. id
    local r = call('HMGET', key, unpack(TASK))
    local answer
    if not r[1] then
        answer = {3, false, false, false}
    elseif r[5] ~= A[i + 1] then
        answer = {1, false, r, false}
    elseif r[6] ~= A[i + 2] or (verb == 'a' and x ~= '' and r[2] ~= x) then
        answer = {2, false, r, false}
    else
        local pack, updated = pack_of(r[1], r[2] or ''), num(r[9], 'updated_at') or 0
        local member, wait = member_of(updated, id), false
        if verb == 'a' then
            local to = A[i + 5]
            local next_pack = pack_of(r[1], to)
            call('ZREM', P .. 'q:' .. pack, member)
            call('ZREM', P .. 'held:' .. pack, member)
            if r[13] ~= '0' then
                call('ZREM', P .. 'failing:' .. pack, id)
            end
            if A[i + 6] ~= '' then
                r[3] = A[i + 6]
            end
            call('HSET', key, 'phase', to, 'desired_state', r[3] or 'Running', 'owner', '', 'locked_at', 0,
                'updated_at', now, 'failures', 0, 'last_error', '')
            if next_pack ~= pack then
                call('SADD', P .. 'phases', next_pack)
            end
            call('ZADD', P .. 'q:' .. next_pack, 0, member_of(now, id))
            r[2], r[5], r[8], r[9], r[13], r[14], pack = to, '', '0', now, '0', '', next_pack
        elseif verb == 'e' then
            call('HSET', key, 'locked_at', now)
            call('ZADD', P .. 'q:' .. pack, now, member)
            call('ZADD', P .. 'held:' .. pack, now, member)
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
                r[13] = (num(r[13], 'failures') or 0) + 1
                r[14] = x
                call('HSET', key, 'failures', r[13], 'last_error', x)
                call('ZADD', P .. 'failing:' .. pack, r[13], id)
            end
            if wait then
                locked = math.min(now - timeout + wait, FAR)
            end
            call('HSET', key, 'owner', '', 'locked_at', locked)
            call('ZADD', P .. 'q:' .. pack, locked, member)
            call('ZREM', P .. 'held:' .. pack, member)
            r[5], r[8] = '', locked
        end
        answer = {0, wait, r, false}
        ids[#ids + 1] = id
        kinds[r[1]] = true
    end
    if answer[3] then
        answer[4] = rule_of(pack_of(answer[3][1], answer[3][2] or ''))
    end
    answers[#answers + 1] = answer
end
stamp_many('task', ids)
for kind in pairs(kinds) do
    hint('task', kind)
end
return answers
