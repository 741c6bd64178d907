-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: ids, or none for all dead messages. Answers now, rows (id, fields) of those that came back.
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
