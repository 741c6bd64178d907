-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: changes
-- Rows changed after a stamp, or, from the end, a snapshot. ARGV: '1' downwards (snapshot) or '0' upwards, rows of a kind at
-- most, then for task, message, worker the stamp to continue from ('' = not wanted); then, for the first call, the stamp
-- of the others ('' = not wanted), the limits of refusals and of audit rows, and whether waiters are wanted.
-- Returns now, epoch, last stamp given, three pages (stamp to continue from or nil, number of rows in total,
-- number of missing rows, rows; if there are many, only their ids, because pipelined HMGETs read rows
-- four times as fast as a script), rules, and then:
-- floor of the tombstones, tombstones, refusals, audit, waiters with ends, their begins.
local down, n = A[1] == '1', A[2]
local meta = call('HMGET', P .. 'meta', 'epoch', 'gone_floor')
local out = {now, meta[1] or '', tonumber(call('GET', P .. 'seq') or 0)}
for i, entity in ipairs({'task', 'message', 'worker'}) do
    local from, key = A[2 + i], P .. 'ch:' .. entity
    local page = {false, 0, 0}
    if from ~= '' then
        local found
        if down then
            found = call('ZRANGE', key, from == '+inf' and from or '(' .. from, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, n)
        else
            found = call('ZRANGE', key, '(' .. from, '+inf', 'BYSCORE', 'LIMIT', 0, n)
        end
        if #found == tonumber(n) then
            page[1] = call('ZSCORE', key, found[#found]) -- to spell every stamp takes longer than to find the row
        end
        page[2] = call('ZCARD', key)
        local few = #found <= 32
        for j = 1, #found do
            local row = not few and found[j] or row_of(entity, found[j])
            if row then
                page[#page + 1] = row
            else
                page[3] = page[3] + 1
            end
        end
    end
    out[#out + 1] = page
end
out[7] = A[3] ~= '' and call('HGETALL', P .. 'rules') or {}
if A[6] ~= '' then
    local after = '(' .. A[6] .. '-0'
    local waiters, since = {}, {}
    if A[9] == '1' then
        waiters = call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE', 'WITHSCORES')
        for i = 1, #waiters, 2 do
            since[#since + 1] = call('HGET', P .. 'waiting', waiters[i]) or false
        end
    end
    out[8] = {tonumber(meta[2] or 0), down and {} or call('ZRANGE', P .. 'gone', '(' .. A[6], '+inf', 'BYSCORE'),
        A[7] ~= '0' and call('XREVRANGE', P .. 'refusals', '+', after, 'COUNT', A[7]) or {},
        A[8] ~= '0' and call('XREVRANGE', P .. 'audit', '+', after, 'COUNT', A[8]) or {}, waiters, since}
end
return out

-- name: page
-- Ids from a sorted set. ARGV: sorted set, first rank, limit, number of bytes to cut from a member before the id, whether
-- from the end, and whether rules are wanted. Returns now, number in total, number read, ids, all rules.
local ids, skip = {}, tonumber(A[4]) + 1
local first, last = tonumber(A[2]), tonumber(A[2]) + A[3] - 1
local members = A[5] == '1' and call('ZRANGE', P .. A[1], first, last, 'REV') or call('ZRANGE', P .. A[1], first, last)
for i = 1, #members do
    ids[i] = string.sub(members[i], skip)
end
return {now, call('ZCARD', P .. A[1]), #members, ids, A[6] == '1' and call('HGETALL', P .. 'rules') or {}}

-- name: named
-- Rows by id. ARGV: entity, ids. Returns now, 0, 0, rows, all rules: as page.lua does.
local rows = {}
for i = 2, #A do
    local row = row_of(A[1], A[i])
    if row then
        rows[#rows + 1] = row
    end
end
return {now, 0, 0, rows, A[1] == 'task' and call('HGETALL', P .. 'rules') or {}}

-- name: stream_page
-- ARGV: stream, entry id to continue below or '+', limit. Newest first. Returns now, number in total, entries.
return {now, call('XLEN', P .. A[1]), call('XREVRANGE', P .. A[1], A[2], '-', 'COUNT', A[3])}
