-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: older than in us, how many at most. Answers now, removed.
local members = call('ZRANGE', P .. 'out:sent', '-inf', string.format('(%.0f', now - A[1]), 'BYSCORE', 'LIMIT', 0, A[2])
for i = 1, #members do
    local id = string.sub(members[i], 18)
    local key = P .. 'msg:' .. id
    local claim = redis.pcall('HGET', key, 'claim_id')
    if type(claim) == 'string' and claim ~= '' then
        call('ZREM', P .. 'out:claims', #claim .. ':' .. claim .. id)
    end
    call('DEL', key)
end
many('ZREM', P .. 'out:sent', members)
many('ZREM', P .. 'out:all', members)
return {now, #members}
