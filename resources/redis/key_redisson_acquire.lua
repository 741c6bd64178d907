-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, lease in ms, key of the requests, mark of this request (25 bytes). The requests of the holds are kept, newest
-- last, so that one whose reply was lost is not counted twice.
if call('EXISTS', K) == 0 then
    call('HINCRBY', K, A[1], 1)
    call('PEXPIRE', K, A[2])
    call('SET', A[3], A[4], 'PX', A[2])
    return {now, 0, 1, 0, now, ending(), A[1], ending()}
elseif not mine(A[1]) then
    return refused(1, holder())
end
local marks = call('GET', A[3]) or ''
local holds, extended = tonumber(call('HGET', K, A[1])), 0
if not string.find(marks, A[4], 1, true) then
    holds = call('HINCRBY', K, A[1], 1)
    extended = lengthen(A[2])
    call('SET', A[3], string.sub(marks .. A[4], -64 * 25))
    end_together(A[3])
end
return {now, 0, holds, extended, false, ending(), A[1], ending()}
