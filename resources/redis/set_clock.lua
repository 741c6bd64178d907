-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: new time or '', step in us or '', new rate or ''. Answers now, rate.
local rate = call('HGET', P .. 'clock', 'rate')
if A[1] ~= '' then
    now = tonumber(A[1])
elseif A[2] ~= '' then
    now = now + A[2]
elseif A[3] ~= '' then
    rate = A[3]
end
call('HSET', P .. 'clock', 'base', now, 'set_at', tick[1] * 1000000 + tick[2], 'rate', rate)
call('INCR', P .. 'seq')
hint('clock', '')
return {now, rate}
