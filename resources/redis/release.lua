-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, owner, token, at-least-for in us. The row stays, and with it the token.
if holds > 1 then
    call('HSET', key, 'holds', digits(holds - 1), 'requests', string.sub(r[6] or '', 1, -26))
    lock_changed(name)
    return answer(2, holds - 1, 0, acquired, ends or false, holder)
end
local cooling = math.min((acquired or now) + A[4], FAR)
local kept = cooling > now
call('HSET', key, 'owner', '', 'holds', '0', 'requests', '', 'lease_us', '', 'acquired_at', '', 'renewed_at', '',
    'expires_at', '', 'released_at', nows, 'last_owner', owner, 'reason', '', 'renewals', '0',
    'cooling_until', kept and digits(cooling) or '')
lock_changed(name)
hint('lock', name)
if kept then
    return answer(3, 0, 0, acquired, cooling, false)
end
return answer(1, 0, 0, acquired, false, false)
