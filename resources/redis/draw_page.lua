-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: event, how many to pass over, how many at most. Answers now, how many there are, largest rank, then the person
-- and number:time of each, in the order of the numbers.
local out = {now, last_seq, last_rank}
local from = tonumber(A[2])
for _, person in ipairs(call('ZRANGE', order, from, from + A[3] - 1)) do
    out[#out + 1] = person
    out[#out + 1] = call('HGET', people, person)
end
return out
