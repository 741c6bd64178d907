-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id, control, slow by in us, who or '', evidence, command, reason. Answers now, id and fields or nil.
local id = A[1]
local key = P .. 'worker:' .. id
if call('EXISTS', key) == 0 then
    return {now, false}
end
call('HSET', key, 'control', A[2], 'slow_by', A[3])
stamp('worker', id)
hint('worker', id)
if A[4] ~= '' then
    audit(A[4], 'worker-' .. A[2], 'worker', id, A[7], A[5], A[6], 'done')
end
return {now, row_of('worker', id)}
