-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, lease in ms, unique id made from the request. Not re-entrant; but the same request is answered again.
local ms = math.floor(now / 1000)
if call('SET', K, 'ADDED:' .. stamp(ms) .. '@' .. A[1] .. ':' .. A[3], 'NX', 'PX', A[2]) then
    return {now, 0, 1, 0, ms * 1000, ending(), A[1], ending()}
end
local holder, id, _, begin, done = parse(call('GET', K))
if done then
    return {now, 2, 0, 0, false, ending(), false, false}
elseif holder == A[1] and id == A[3] then
    return {now, 0, 1, 0, begin, ending(), holder, ending()}
end
return refused(1, holder)
