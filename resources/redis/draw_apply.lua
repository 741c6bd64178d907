-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: event, persons. Answers now, event known?, largest rank, for each person: new?, and number:time or nil.
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
