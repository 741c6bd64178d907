-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Ids from a sorted set. ARGV: sorted set, first rank, how many, how many bytes to cut from a member before the id, whether
-- from the end, and whether rules are wanted. Answers now, how many there are, how many were read, ids, all rules.
local ids, skip = {}, tonumber(A[4]) + 1
local first, last = tonumber(A[2]), tonumber(A[2]) + A[3] - 1
local members = A[5] == '1' and call('ZRANGE', P .. A[1], first, last, 'REV') or call('ZRANGE', P .. A[1], first, last)
for i = 1, #members do
    ids[i] = string.sub(members[i], skip)
end
return {now, call('ZCARD', P .. A[1]), #members, ids, A[6] == '1' and call('HGETALL', P .. 'rules') or {}}
