-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, token, lease in ms.
local value = call('GET', K)
local no = refusal(value, A[1], A[2])
if no then
    return no
end
local _, _, _, begin = parse(value)
return {now, RENEWED, 1, lengthen(A[3]), begin, ending(), A[1], ending()}
