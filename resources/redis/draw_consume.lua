-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: event, token, limit. Tokens are compared as decimal text, so that 64 bits stay exact.
-- Answers now, event known?, refused?, how many have no rank yet, then of those ranked now the person, and number:time.
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
