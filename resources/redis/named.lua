-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Rows by id. ARGV: entity, ids. Answers now, 0, 0, rows, all rules: as page.lua does.
local rows = {}
for i = 2, #A do
    local row = row_of(A[1], A[i])
    if row then
        rows[#rows + 1] = row
    end
end
return {now, 0, 0, rows, A[1] == 'task' and call('HGETALL', P .. 'rules') or {}}
