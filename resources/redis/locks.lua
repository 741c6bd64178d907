-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: lock_force_release
-- ARGV: name, if owner, if token, if acquired at or '', if expires at or '', reason, hold-off in us, who, evidence, command.
-- Returns now, released?, token, end of cooling, holder, its token, its end. Nothing in ARGV depends on the time.
local name = A[1]
local key = P .. 'lock:' .. name
local waited, kind, token, began, ends, holder = 0, F, 0, NONE, NONE, ''
local row = lock_at(key, #P > 9 and P or nil)
if row then
    waited, kind, token, began, ends, holder = unpack_('>dxxxxxxxxBdddxxxxxxxxxxxxxxxxxxxxxxxxxBc0', row)
end
local action = A[7] == '0' and 'force-release' or 'hold-off'
if kind ~= H or holder ~= A[2] or token ~= tonumber(A[3]) or (A[4] ~= '' and began ~= tonumber(A[4]))
    or (A[5] ~= '' and ends ~= tonumber(A[5])) then
    audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'changed')
    if kind ~= H or ends <= now then
        return {now, 0, token, false, false, false, false}
    end
    return {now, 0, token, false, holder, token, ends < NEVER and ends}
end
token = token + 1
local cooling = A[7] ~= '0' and min(now + A[7], FAR)
note(key, P)
call('SET', key, pack(ROW, waited, NONE, R, token, NONE, cooling or NONE, now, NONE, 0, 0, 0, #holder, holder) .. A[6])
call('ZADD', P .. 'locks', 0, name)
if tonumber(call('HGET', P .. 'fences', name) or 0) < token then
    call('HSET', P .. 'fences', name, digits(token))
end
audit(A[8], action, 'lock', name, A[6], A[9], A[10], 'released')
return {now, 1, token, cooling, false, false, false}

-- name: lock_end_cooling
-- ARGV: name, if token, if cooling until, reason, who, evidence, command.
-- Returns now, ended?, end of the present cooling, holder, its token, its end.
local name = A[1]
local key = P .. 'lock:' .. name
local waited, kind, token, ends, freed, last = 0, F, 0, NONE, NONE, ''
local row = lock_at(key, #P > 9 and P or nil)
if row then
    local _
    waited, _, kind, token, _, ends, freed, _, _, _, _, last = unpack_(ROW, row)
end
if kind == H or token ~= tonumber(A[2]) or ends ~= tonumber(A[3]) or ends <= now then
    audit(A[5], 'end-hold-off', 'lock', name, A[4], A[6], A[7], 'changed')
    if kind == H then
        return ends > now and {now, 0, false, last, token, ends < NEVER and ends} or {now, 0, false, false, false, false}
    end
    return {now, 0, ends > now and ends, false, false, false}
end
note(key, P)
call('SET', key, pack(ROW, waited, NONE, R, token, NONE, NONE, freed, NONE, 0, 0, 0, #last, last) .. A[4])
call('ZADD', P .. 'locks', 0, name)
audit(A[5], 'end-hold-off', 'lock', name, A[4], A[6], A[7], 'released')
return {now, 1, false, false, false, false}

-- name: lock_collect
-- ARGV: older than in us, name to continue after or '', limit. In the order of names.
-- Returns now, removed, name to continue after, or nil at the end.
local cut, n = now - A[1], tonumber(A[3])
local names = call('ZRANGE', P .. 'locks', A[2] == '' and '-' or '(' .. A[2], '+', 'BYLEX', 'LIMIT', 0, n)
local floor = meta_number('token_floor')
local removed, raised = 0, floor
for i = 1, #names do
    local name = names[i]
    local key = P .. 'lock:' .. name
    local readable, row = pcall(lock_at, key, #P > 9 and P or nil)
    if readable then
        local kind, token, cooling, freed = H, 0, NONE, NONE
        if row then
            kind, token, cooling, freed = unpack_('>xxxxxxxxxxxxxxxxBdxxxxxxxxdd', row)
        end
        if not row or (kind ~= H and freed >= 0 and freed < cut and cooling <= now) then
            raised = max(raised, token)
            call('DEL', key)
            call('ZREM', P .. 'locks', name)
            log(name, P)
            removed = removed + (row and 1 or 0)
        end
    end
end
if raised > floor then
    call('HSET', P .. 'meta', 'token_floor', digits(raised))
end
return {now, removed, #names == n and names[n] or false}

-- name: lock_find
-- ARGV: names. Returns now, rows (name, the packed row or, written by hand, fields), members of the waiters' set.
local rows = {}
for i = 1, #A do
    local key = P .. 'lock:' .. A[i]
    local r = redis.pcall('GET', key)
    if r and r.err then
        r = redis.pcall('HGETALL', key)
    end
    if r then
        rows[#rows + 1] = {A[i], not r.err and r}
    end
end
return {now, rows, call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')}

-- name: lock_list
-- ARGV: name to continue after or '', limit, '1' for the last name first. In the order of names, byte by byte.
-- Returns now, number in total, last name or nil at the end, names.
local n, names = tonumber(A[2])
if A[3] == '1' then
    names = call('ZRANGE', P .. 'locks', A[1] == '' and '+' or '(' .. A[1], '-', 'BYLEX', 'REV', 'LIMIT', 0, n)
else
    names = call('ZRANGE', P .. 'locks', A[1] == '' and '-' or '(' .. A[1], '+', 'BYLEX', 'LIMIT', 0, n)
end
return {now, call('ZCARD', P .. 'locks'), #names == n and names[n] or false, names}

-- name: lock_census
-- Counts the keys of this database that are in no index of ours. If there are none, no lock was written by hand, and
-- the search for such locks is skipped.
-- Returns now, others, all keys.
local own = call('ZCARD', P .. 'locks') + call('ZCARD', P .. 'ch:task') + call('ZCARD', P .. 'out:all')
    + call('ZCARD', P .. 'ch:worker') + call('SCARD', P .. 'records')
local keys = {}
for _, k in ipairs({'schema', 'meta', 'seq', 'clock', 'locks', 'log', 'ch:task', 'ch:message', 'ch:worker', 'gone',
    'waiters', 'waiting', 'fences', 'fence_refusals', 'refusals', 'phases', 'rules', 'claimed', 'claimed_left', 'out:all', 'out:pending',
    'out:due', 'out:sending', 'out:sent', 'out:dead', 'out:claims', 'out:seq', 'records', 'draws', 'workers', 'audit',
    'sandboxes'}) do
    keys[#keys + 1] = P .. k
end
for _, event in ipairs(call('SMEMBERS', P .. 'draws')) do
    for _, prefix in ipairs({'draw:', 'draw_people:', 'draw_order:'}) do
        keys[#keys + 1] = P .. prefix .. event
    end
end
for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
    keys[#keys + 1] = P .. 'q:' .. pack
    keys[#keys + 1] = P .. 'returned:' .. pack
    keys[#keys + 1] = P .. 'failing:' .. pack
end
for i = 1, #keys, 3000 do
    own = own + call('EXISTS', unpack(keys, i, math.min(i + 2999, #keys)))
end
local all = call('DBSIZE')
return {now, all - own, all}

-- name: lock_forget
-- ARGV: names of locks. Removes from the index those whose key was deleted by hand. Returns now, number of names.
local n = 0
for i = 1, #A do
    if call('EXISTS', P .. 'lock:' .. A[i]) == 0 and call('ZREM', P .. 'locks', A[i]) == 1 then
        log(A[i], P)
        n = n + 1
    end
end
return {now, n}

-- name: lock_adopt
-- ARGV: names of locks written by hand. Adds them to the index, so that dropping a sandbox removes them too. Returns now.
for i = 1, #A do
    call('ZADD', P .. 'locks', 0, A[i])
end
return {now}

-- name: wait_announce
-- ARGV: name, owner, at most in us, or '' to withdraw. Returns now. The lock's row keeps the end of the last wait: so its
-- release is hinted even without an observer.
local member = #A[1] .. ':' .. A[1] .. A[2]
if A[3] == '' then
    call('ZREM', P .. 'waiters', member)
    call('HDEL', P .. 'waiting', member)
else
    local till = math.min(now + A[3], FAR)
    if tonumber(call('ZSCORE', P .. 'waiters', member) or 0) <= now then
        call('HSET', P .. 'waiting', member, digits(now))
    end
    call('ZADD', P .. 'waiters', digits(till), member)
    local key = P .. 'lock:' .. A[1]
    local row = redis.pcall('GET', key)
    if row and #row >= SHORTEST and till > unpack_('>d', row) then
        call('SETRANGE', key, '0', pack('>d', till))
    end
end
for _, old in ipairs(call('ZRANGE', P .. 'waiters', '-inf', digits(now), 'BYSCORE', 'LIMIT', 0, 20)) do
    call('ZREM', P .. 'waiters', old)
    call('HDEL', P .. 'waiting', old)
end
call('INCR', P .. 'seq') -- a listener that was away asks for it
hint('waiter', A[1])
return {now}

-- name: wait_list
-- Returns now, members of the waiters' set with ends, and since when each waits.
local rows = call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE', 'WITHSCORES')
local since = {}
for i = 1, #rows, 2 do
    since[#since + 1] = call('HGET', P .. 'waiting', rows[i]) or false
end
return {now, rows, since}
