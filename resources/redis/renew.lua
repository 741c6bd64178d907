-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name, owner, token, lease in us. Never shortens, never raises the holds.
local till, extended = math.min(now + A[4], FAR), 0
local renewals = (num(r[7], 'renewals') or 0) + 1
if ends and till > ends then
    ends, extended = till, 1
    call('HSET', key, 'expires_at', digits(till), 'lease_us', A[4], 'renewed_at', nows, 'renewals', digits(renewals))
else
    call('HSET', key, 'renewed_at', nows, 'renewals', digits(renewals))
end
lock_changed(name)
return answer(0, holds, extended, acquired, ends or false, holder)
