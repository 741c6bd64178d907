-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: limit, owner, claim id, lease in us, asking again? Answers now, rows (id, fields), oldest next_at first.
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
local till = math.min(now + A[4], FAR)
local tills = digits(till)
local rows, found, stale = {}, {}, {}
repeat
    stale = {}
    local members = call('ZRANGE', P .. 'out:due', '-inf', nows, 'BYSCORE', 'LIMIT', 0, limit)
    for i = 1, #members do
        local row = row_of('message', string.sub(members[i], 18))
        if row and row[2] and tonumber(row[2][9] or 0) and tonumber(row[2][5] or 0)
            and (not row[2][14] or row[2][14] == '' or tonumber(row[2][14])) then
            rows[#rows + 1], found[#found + 1] = row, members[i]
        else
            stale[#stale + 1] = members[i]
        end
    end
    many('ZREM', P .. 'out:due', stale)
    many('ZREM', P .. 'out:pending', stale)
until #rows > 0 or #stale == 0
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
return {now, rows}
