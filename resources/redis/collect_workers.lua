-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: silent for in us, how many at most. Answers now, removed.
local ids = call('ZRANGE', P .. 'workers', '-inf', string.format('(%.0f', now - A[1]), 'BYSCORE', 'LIMIT', 0, A[2])
for i = 1, #ids do
    call('DEL', P .. 'worker:' .. ids[i])
    call('ZREM', P .. 'workers', ids[i])
    gone('worker', ids[i])
    hint('worker', ids[i])
end
return {now, #ids}
