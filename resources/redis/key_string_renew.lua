-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, token, lease in ms.
local value = call('GET', K)
if value ~= A[1] then
    return refused(NOT_OWNER, value)
elseif A[2] ~= '0' then
    return refused(STALE, value)
end
return {now, RENEWED, 1, lengthen(A[3]), false, ending(), value, ending()}
