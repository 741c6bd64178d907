-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, token, lease in ms, key of the requests.
if not mine(A[1]) then
    return refused(NOT_OWNER, holder())
elseif A[2] ~= '0' then
    return refused(STALE, A[1])
end
local extended = lengthen(A[3])
end_together(A[4])
return {now, RENEWED, tonumber(call('HGET', K, A[1])), extended, false, ending(), A[1], ending()}
