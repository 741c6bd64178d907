-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: outbox_add_function
-- For your own scripts: adds a message to the outbox of the schema with this prefix, in the atomic step of your script.
-- Returns 1, or 0 when a message of that id exists. Needs the schema; without it, it raises NOSCHEMA.
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
    local change = call('INCR', prefix .. 'seq') -- before the message is written, for it may fail
    local seq = call('INCR', prefix .. 'out:seq')
    local member = string.format('%016.0f:', seq) .. id
    call('HSET', key, 'seq', seq, 'topic', topic, 'payload', payload, 'state', 'pending', 'tries', 0, 'created_at', now,
        'next_at', now, 'owner', '', 'token', 0, 'claim_id', '', 'lease_until', '', 'sent_at', '', 'last_error', '', 'cuts', 0, 'begun_at', '')
    call('ZADD', prefix .. 'out:all', now, member)
    call('ZADD', prefix .. 'out:pending', now, member)
    call('ZADD', prefix .. 'out:due', now, member)
    call('ZADD', prefix .. 'ch:message', change, id)
    call('ZREM', prefix .. 'gone', 'message:' .. id)
    call('PUBLISH', prefix .. 'hint:message:' .. topic, '')
    return 1, now
end

-- name: outbox_add
-- KEYS[1] prefix. ARGV: id, topic, payload. Returns now, added?
local added, now = lockdesk_outbox_add(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return {now, added}

-- name: outbox_claim
-- ARGV: limit, owner, claim id, lease in us, asking again?, topic or '', number of due messages of other topics to skip.
-- Returns now, rows (id, fields), oldest next_at first, and the number to skip next time: one call reads some thousands,
-- so that it blocks the server briefly. Nil: there are no more.
local limit, owner, claim = tonumber(A[1]), A[2], A[3]
local mark = #claim .. ':' .. claim
if A[5] == '1' then
    local rows, known = {}, false
    for _, member in ipairs(call('ZRANGE', P .. 'out:claims', '[' .. mark, '(' .. mark .. '\255', 'BYLEX')) do
        local row = row_of('message', string.sub(member, #mark + 1))
        if row and row[2] and row[2][10] == claim then
            known = true
            if row[2][8] == owner then
                rows[#rows + 1] = row
            end
        end
    end
    if known then
        return {now, rows}
    end
end
-- A message whose next token could not be checked, by a number from outside, must not stop the others, and is not lost: it is dead.
local function is_token(value)
    local n = tonumber(value or 0)
    return n and n >= 0 and n < 9007199254740991
end
local till = math.min(now + A[4], FAR)
local tills = digits(till)
local topic, passed, looked = A[6], tonumber(A[7]), 0
local rows, found, stale, more = {}, {}, {}, false
repeat
    stale = {}
    local width = topic == '' and limit or 1000
    local members = call('ZRANGE', P .. 'out:due', '-inf', nows, 'BYSCORE', 'LIMIT', passed, width)
    looked, more = looked + #members, topic ~= '' and #members == width
    for i = 1, #members do
        local id = string.sub(members[i], 18)
        local mine = topic == '' or redis.pcall('HGET', P .. 'msg:' .. id, 'topic') == topic
        local row = mine and #rows < limit and row_of('message', id)
        if row == false then
            passed = passed + 1
        elseif row and row[2] and is_token(row[2][9]) and tonumber(row[2][5] or 0)
            and (not row[2][14] or row[2][14] == '' or tonumber(row[2][14])) then
            rows[#rows + 1], found[#found + 1] = row, members[i]
        else
            stale[#stale + 1] = members[i]
            if row and row[2] and (row[2][4] == 'pending' or row[2][4] == 'sending') then
                call('HSET', P .. 'msg:' .. id, 'state', 'dead', 'owner', '', 'next_at', '', 'lease_until', '', 'begun_at', '',
                    'last_error', 'its fencing token is used up, or a counter holds no number')
                call('ZREM', P .. 'out:sending', members[i])
                call('ZADD', P .. 'out:dead', now, members[i])
                stamp('message', id)
            end
        end
    end
    many('ZREM', P .. 'out:due', stale)
    many('ZREM', P .. 'out:pending', stale)
until #rows > 0 or (#stale == 0 and (not more or looked >= 5000))
local due, old, claims, ids = {}, {}, {}, {}
for i = 1, #rows do
    local id, r = rows[i][1], rows[i][2]
    if r[10] and r[10] ~= '' then
        old[#old + 1] = #r[10] .. ':' .. r[10] .. id
    end
    local cuts = (num(r[14], 'cuts') or 0) + (r[4] == 'sending' and (r[15] or '') ~= '' and 1 or 0)
    r[4], r[8], r[9], r[10], r[11], r[14], r[15] = 'sending', owner, (r[9] or 0) + 1, claim, till, cuts, ''
    call('HSET', P .. 'msg:' .. id, 'state', 'sending', 'owner', owner, 'token', digits(r[9]), 'claim_id', claim,
        'lease_until', tills, 'cuts', digits(cuts), 'begun_at', '')
    due[2 * i - 1], due[2 * i] = tills, found[i]
    claims[2 * i - 1], claims[2 * i] = '0', mark .. id
    ids[i] = id
end
many('ZADD', P .. 'out:due', due)
many('ZADD', P .. 'out:sending', due)
many('ZREM', P .. 'out:claims', old)
many('ZADD', P .. 'out:claims', claims)
stamp_many('message', ids)
return {now, rows, #rows == 0 and more and passed}

-- name: outbox_begin
-- ARGV: id, owner, token, lease in us, claim id, then the ids of that claim that are delivered later. Returns now, begun?
local till = math.min(now + A[4], FAR)
local tills = digits(till)
local function mine(id)
    local r = redis.pcall('HMGET', P .. 'msg:' .. id, 'state', 'owner', 'token', 'seq', 'claim_id')
    return not r.err and r[1] == 'sending' and r[2] == A[2] and r or nil
end
local function extend(id, r)
    local member = string.format('%016.0f:', num(r[4], 'seq') or 0) .. id
    call('ZADD', P .. 'out:due', tills, member)
    call('ZADD', P .. 'out:sending', tills, member)
    call('HSET', P .. 'msg:' .. id, 'lease_until', tills)
    stamp('message', id)
end
local r = mine(A[1])
if not r or r[3] ~= A[3] then
    return {now, 0}
end
extend(A[1], r)
call('HSET', P .. 'msg:' .. A[1], 'begun_at', nows)
for i = 6, #A do
    local other = mine(A[i])
    if other and other[5] == A[5] then
        extend(A[i], other)
    end
end
return {now, 1}

-- name: outbox_settle
-- ARGV: for each id, owner, token, delivered?, error, retry after in us, max tries, tried and failed?
-- Returns now, then for each: accepted?, fields or nil.
local answers = {now}
for i = 1, #A, 8 do
    local id = A[i]
    local row = row_of('message', id)
    local r = row and row[2]
    if not r or r[4] ~= 'sending' or r[8] ~= A[i + 1] or r[9] ~= A[i + 2] then
        answers[#answers + 1] = {0, r or false}
    else
        local member = string.format('%016.0f:', num(r[1], 'seq') or 0) .. id
        call('ZREM', P .. 'out:sending', member)
        r[11], r[15] = '', ''
        if A[i + 3] == '1' then
            r[4], r[7], r[12], r[13] = 'sent', '', now, ''
            call('ZREM', P .. 'out:due', member)
            call('ZREM', P .. 'out:pending', member)
            call('ZADD', P .. 'out:sent', now, member)
            gone('message', id)
        else
            r[8], r[13] = '', A[i + 4] ~= '' and A[i + 4] or r[13]
            r[5] = (num(r[5], 'tries') or 0) + A[i + 7]
            if r[5] + (num(r[14], 'cuts') or 0) >= tonumber(A[i + 6]) then
                r[4], r[7] = 'dead', ''
                call('ZREM', P .. 'out:due', member)
                call('ZREM', P .. 'out:pending', member)
                call('ZADD', P .. 'out:dead', now, member)
            else
                r[4], r[7] = 'pending', math.min(now + A[i + 5], FAR)
                call('ZADD', P .. 'out:due', r[7], member)
            end
            stamp('message', id)
        end
        call('HSET', P .. 'msg:' .. id, 'state', r[4], 'next_at', r[7], 'owner', r[8], 'lease_until', '', 'sent_at', r[12] or '',
            'last_error', r[13] or '', 'tries', digits(num(r[5], 'tries') or 0), 'begun_at', '')
        hint('message', r[2] or '')
        answers[#answers + 1] = {1, r}
    end
end
return answers

-- name: outbox_backlog
-- Returns now, pending, sending, oldest created at or nil, added and sent in the last 60 s, dead, next due or nil.
local nows, since = string.format('%.0f', now), string.format('(%.0f', now - 60000000)
local oldest = call('ZRANGE', P .. 'out:pending', 0, 0, 'WITHSCORES')
local due = call('ZRANGE', P .. 'out:due', 0, 0, 'WITHSCORES')
return {now, call('ZCARD', P .. 'out:pending'), call('ZCOUNT', P .. 'out:sending', '(' .. nows, '+inf'), oldest[2] or false,
    call('ZCOUNT', P .. 'out:all', since, '+inf'), call('ZCOUNT', P .. 'out:sent', since, '+inf'),
    call('ZCARD', P .. 'out:dead'), due[2] or false}

-- name: outbox_count_topic
-- Part of a backlog of one topic. ARGV: set, least score, topic, number to skip. Returns now, messages of the topic,
-- with a running lease, the first score, the next due time, number skipped, or nil at the end.
local members = call('ZRANGE', P .. A[1], A[2], '+inf', 'BYSCORE', 'LIMIT', A[4], 5000, 'WITHSCORES')
local count, sending, first, due = 0, 0, false, false
for i = 1, #members, 2 do
    local r = redis.pcall('HMGET', P .. 'msg:' .. string.sub(members[i], 18), 'topic', 'state', 'next_at', 'lease_until')
    if not r.err and r[1] == A[3] then
        count, first = count + 1, first or members[i + 1]
        local at = tonumber(r[2] == 'sending' and r[4] or r[3])
        sending = sending + (r[2] == 'sending' and (at or 0) > now and 1 or 0)
        due = at and math.min(due or at, at) or due
    end
end
return {now, count, sending, first, due and string.format('%.0f', due), #members == 10000 and A[4] + 5000}

-- name: outbox_retry_dead
-- ARGV: ids, or none for all dead messages. Returns now, rows (id, fields) of those that are pending again.
local rows, ids, members = {}, A, nil
if #A == 0 then
    members, ids = call('ZRANGE', P .. 'out:dead', 0, -1), {}
    for i = 1, #members do
        ids[i] = string.sub(members[i], 18)
    end
end
local back = {}
for i = 1, #ids do
    local id = ids[i]
    local row = row_of('message', id)
    local r = row and row[2]
    if r and r[4] == 'dead' then
        local member = string.format('%016.0f:', num(r[1], 'seq') or 0) .. id
        r[4], r[5], r[7], r[14] = 'pending', 0, now, 0
        call('HSET', P .. 'msg:' .. id, 'state', 'pending', 'tries', 0, 'cuts', 0, 'next_at', now)
        call('ZREM', P .. 'out:dead', member)
        call('ZADD', P .. 'out:pending', num(r[6], 'created_at') or now, member)
        call('ZADD', P .. 'out:due', now, member)
        back[#back + 1] = id
        rows[#rows + 1] = row
    end
end
stamp_many('message', back)
if #back > 0 then
    hint('message', '')
end
return {now, rows}

-- name: outbox_collect
-- ARGV: older than in us, limit. Returns now, removed.
local members = call('ZRANGE', P .. 'out:sent', '-inf', string.format('(%.0f', now - A[1]), 'BYSCORE', 'LIMIT', 0, A[2])
for i = 1, #members do
    local id = string.sub(members[i], 18)
    local key = P .. 'msg:' .. id
    local claim = redis.pcall('HGET', key, 'claim_id')
    if type(claim) == 'string' and claim ~= '' then
        call('ZREM', P .. 'out:claims', #claim .. ':' .. claim .. id)
    end
    call('DEL', key)
end
many('ZREM', P .. 'out:sent', members)
many('ZREM', P .. 'out:all', members)
return {now, #members}
