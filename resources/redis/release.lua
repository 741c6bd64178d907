-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, token, at-least-for in us. The row stays, and with it the token.
-- Answers as `refused` does, or, when the last hold is given back, the row from its 9th to its 49th byte: it is released now.
local function release(K, A)
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
    local waited, seen, kind, token, began, ends, holds, holder = unpack_('>ddBdddxxxxxxxxxxxxxxxxI4xxxxxBc0', row)
    if kind ~= H or holder ~= A[1] or token ~= A[2] + 0 or ends <= now then
        return refused(row, now, A)
    end
    if seen ~= look_no then
        note(key, P)
    elseif waited > now then
        hint_of(key, P)
    end
    if hand then
        call('SET', key, hand)
    end
    if holds > 1 then
        local _, _, _, _, _, _, stamp, lease, _, renewals, n = unpack_(ROW, row)
        call('SETRANGE', key, '0', pack(ROW, waited, look_no, H, token, began, ends, stamp, lease, holds - 1, renewals, max(n - 1, 0), #holder, holder))
        return {now, 2, holds - 1, 0, began >= 0 and began, ends < NEVER and ends, holder, token, ends < NEVER and ends}
    end
    local cooling = NONE
    if A[3] ~= '0' then
        cooling = min((began >= 0 and began or now) + A[3], FAR)
        if cooling <= now then
            cooling = NONE
        end
    end
    local new = pack('>dBdddd', look_no, F, token, began, cooling, now)
    call('SETRANGE', key, '8', new)
    return new
end
