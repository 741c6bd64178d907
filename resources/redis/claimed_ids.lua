-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: claim id. Answers now, ids of the tasks that carry it.
local mark, ids = #A[1] .. ':' .. A[1], {}
for _, member in ipairs(call('ZRANGE', P .. 'claims', '[' .. mark, '(' .. mark .. '\255', 'BYLEX')) do
    ids[#ids + 1] = string.sub(member, #mark + 1)
end
return {now, ids}
