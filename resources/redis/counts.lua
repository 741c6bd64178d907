-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, then for each phase: packed kind and phase, held, waiting, due, expired, failed. Exact, and cheap: no row is read.
local out = {now}
for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
    local rule = rule_of(pack)
    local cut = string.format('(%.0f', now - timeout_of(rule))
    local q, returned = P .. 'q:' .. pack, P .. 'returned:' .. pack
    local all, late = call('ZCARD', q), call('ZCOUNT', q, '-inf', cut)
    local function held(till)
        return call('ZCOUNT', q, '(0', till) - call('ZCOUNT', returned, '(0', till)
    end
    local owned, expired = held('+inf'), held(cut)
    local failed = call('ZCOUNT', P .. 'failing:' .. pack, string.match(rule, ' (%d+)$') or 8, '+inf')
    if all > 0 then
        out[#out + 1] = {pack, owned - expired, all - late - (owned - expired), late - expired, expired, failed}
    end
end
return out
