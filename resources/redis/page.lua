-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Rows of a sorted set. ARGV: entity, sorted set, first rank, how many, how many bytes to cut from a member before the id, and
-- whether from the end. Answers now, how many there are, members read, rows, all rules.
local rows, skip = {}, tonumber(A[5]) + 1
local first, n = tonumber(A[3]), tonumber(A[4])
local members = A[6] == '1' and call('ZRANGE', P .. A[2], first, first + n - 1, 'REV') or call('ZRANGE', P .. A[2], first, first + n - 1)
for i = 1, #members do
    local row = row_of(A[1], string.sub(members[i], skip))
    if row then
        rows[#rows + 1] = row
    end
end
return {now, call('ZCARD', P .. A[2]), #members, rows, A[1] == 'task' and call('HGETALL', P .. 'rules') or {}}
