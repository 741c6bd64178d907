-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, lease in ms. The value is the owner, as redis-py, redsync and node-redlock write theirs.
local fresh = call('SET', K, A[1], 'NX', 'PX', A[2])
local value = call('GET', K)
if value ~= A[1] then
    return refused(1, value)
end
local extended = fresh and 0 or lengthen(A[2])
return {now, 0, 1, extended, fresh and now, ending(), value, ending()}
