-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, then for each phase: packed kind and phase, held, waiting, due, expired, failed. Exact, and cheap: no row is read.
local out = {now}
for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
    local rule = rule_of(pack)
    local cut = string.format('(%.0f', now - timeout_of(rule))
    local q, held = P .. 'q:' .. pack, P .. 'held:' .. pack
    local all, late = call('ZCARD', q), call('ZCOUNT', q, '-inf', cut)
    local owned, expired = call('ZCARD', held), call('ZCOUNT', held, '-inf', cut)
    local failed = call('ZCOUNT', P .. 'failing:' .. pack, string.match(rule, ' (%d+)$') or 8, '+inf')
    if all > 0 then
        out[#out + 1] = {pack, owned - expired, all - late - (owned - expired), late - expired, expired, failed}
    end
end
return out
