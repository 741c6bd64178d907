-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: kind, phase, limit, owner, claim id, lock timeout in us or '', asking again?, fair?, returned first?
-- Answers now, 0 taken now | 1 taken before, rule, rows (taken before: id and all fields).
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
local cut = string.format('(%.0f', now - (tonumber(A[6]) or timeout_of(rule)))
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
