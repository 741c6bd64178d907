-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The second half. ARGV: kind, phase, owner, claim id, compare tokens?, then member and token of each.
-- Answers now, 0, rule, rows.
local pack, members, tokens = pack_of(A[1], A[2]), {}, {}
for i = 6, #A, 2 do
    members[#members + 1] = A[i]
    tokens[#tokens + 1] = A[i + 1]
end
local rows = take(pack, A[1], A[3], A[4], members, A[5] == '1' and tokens or nil)
return {now, 0, rule_of(pack), rows}
