-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: draw
-- Put before the scripts of a draw. A draw is a hash with its counters, a hash from person to number and time, and a sorted
-- set of persons by number. Numbers have no gap: those up to last_rank have their number as their rank.
local draw, people, order = P .. 'draw:' .. A[1], P .. 'draw_people:' .. A[1], P .. 'draw_order:' .. A[1]
local d = call('HMGET', draw, 'places', 'last_seq', 'last_rank', 'leader_token')
-- A number given by others than these could be one that another person has.
local function count(value, field)
    local n = num(value, field)
    if n and (n < 0 or n >= 9007199254740991 or n % 1 ~= 0) then
        error({err = 'ODDFIELD ' .. field})
    end
    return n
end
local places, last_seq, last_rank = num(d[1], 'places'), count(d[2], 'last_seq') or 0, count(d[3], 'last_rank') or 0
if last_rank > last_seq then
    error({err = 'ODDFIELD last_rank'})
end
local leader = d[4] or '0'

-- name: draw_open
-- ARGV: event, places. Returns now, created?, places, largest number, largest rank, largest token of a leader.
local created = 0
if not places then
    call('HSET', draw, 'places', A[2], 'last_seq', 0, 'last_rank', 0, 'leader_token', 0, 'opened_at', now)
    call('SADD', P .. 'draws', A[1])
    places, created = A[2], 1
end
return {now, created, places, last_seq, last_rank, leader}

-- name: draw_find
-- ARGV: event. Returns now, 0, places or nil, largest number, largest rank, largest token of a leader.
return {now, 0, d[1], last_seq, last_rank, leader}

-- name: draw_apply
-- ARGV: event, persons. Returns now, event known?, largest rank, for each person: new?, and number:time or nil.
if not places then
    return {now, 0}
end
local out, before = {now, 1, last_rank}, last_seq
for i = 2, #A do
    local person = A[i]
    local known, fresh = call('HGET', people, person), 0
    if not known and last_seq < places then
        last_seq, fresh = last_seq + 1, 1
        known = string.format('%.0f:%.0f', last_seq, now)
        call('HSET', people, person, known)
        call('ZADD', order, last_seq, person)
    end
    out[#out + 1] = fresh
    out[#out + 1] = known
end
if last_seq > before then
    call('HSET', draw, 'last_seq', last_seq)
end
return out

-- name: draw_consume
-- ARGV: event, token, limit. Tokens are compared as decimal text, so that 64 bits stay exact.
-- Returns now, event known?, refused?, number without a rank, then person and number:time of each ranked now.
if not places then
    return {now, 0}
end
local token = A[2]
if #leader > #token or (#leader == #token and leader > token) then
    return {now, 1, 1, last_seq - last_rank}
end
local last = last_rank + math.min(tonumber(A[3]), last_seq - last_rank)
call('HSET', draw, 'last_rank', last, 'leader_token', token)
local out = {now, 1, 0, last_seq - last}
if last > last_rank then
    for _, person in ipairs(call('ZRANGE', order, last_rank, last - 1)) do
        out[#out + 1] = person
        out[#out + 1] = call('HGET', people, person)
    end
end
return out

-- name: draw_list
-- ARGV: event, offset, limit. Returns now, number in total, largest rank, then the person
-- and number:time of each, in the order of the numbers.
local out = {now, last_seq, last_rank}
local from = tonumber(A[2])
for _, person in ipairs(call('ZRANGE', order, from, from + A[3] - 1)) do
    out[#out + 1] = person
    out[#out + 1] = call('HGET', people, person)
end
return out
