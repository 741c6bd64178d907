-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, token, lease in us. Never shortens, never raises the holds. Answers as
-- `refused` does. A renewal is not worth a hint: who logs one leaves the number of the look below 0, so that the next change is
-- logged again and hinted.
local function renew(K, A)
    if not call then
        begin()
    end
    local key, P = K[1], K[2]
    local row, hand = pcall_('GET', key), nil
    local now = clock(P)
    if not row then
        return no_row(P, now)
    end
    if #row < SHORTEST then
        row = adopted(key, row, P)
        hand = row
    end
    local _, seen, kind, token, began, ends, _, lease, holds, renewals, _, holder = unpack_(ROW, row)
    if kind ~= H or holder ~= A[1] or token ~= A[2] + 0 or ends <= now then
        return refused(row, now, A)
    end
    if seen ~= look_no and seen ~= -look_no then
        note(key, P, true)
        seen = -look_no
    end
    if hand then
        call('SET', key, hand)
    end
    local till, extended = min(now + A[3], FAR), 0
    if till > ends then
        ends, extended, lease = till, 1, A[3]
    end
    call('SETRANGE', key, '8', pack('>dBdddddI4I4', seen, H, token, began, ends, now, lease, holds, renewals + 1))
    return {now, 0, holds, extended, began >= 0 and began, ends < NEVER and ends, holder, token, ends < NEVER and ends}
end
