-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The first half of the strategies that read and write separately. ARGV: kind, phase, limit, lock timeout in us or ''.
-- Answers now, rule, members, tokens.
local pack = pack_of(A[1], A[2])
local rule = rule_of(pack)
local cut = string.format('(%.0f', now - (tonumber(A[4]) or timeout_of(rule)))
local members = call('ZRANGE', P .. 'q:' .. pack, '-inf', cut, 'BYSCORE', 'LIMIT', 0, A[3])
local tokens = {}
for i = 1, #members do
    local token = redis.pcall('HGET', P .. 'task:' .. string.sub(members[i], 18), 'token')
    tokens[i] = type(token) == 'string' and token or ''
end
return {now, rule, members, tokens}
