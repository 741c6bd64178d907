-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Busy, entered again, or cooling. Answers now, 0 acquired | 1 busy | 2 cooling, token, holds, extended, acquired, end, holder.
local function taken(key, row, now, A, P, hand)
    local waited, seen, kind, token, began, ends, stamp, lease, holds, renewals, n, holder, at = unpack_(ROW, row)
    if kind == F or kind == R then
        return {now, 2, false, 0, 0, false, ends, false}
    elseif kind ~= H then
        error({err = 'WRONGTYPE row'})
    end
    if holder ~= A[1] then
        return {now, 1, token, 0, 0, false, ends < NEVER and ends, holder}
    end
    local requests, extended, till = sub(row, at, at + MARK * n - 1), 0, min(now + A[2], FAR)
    if not find(requests, A[3], 1, true) then
        if seen ~= look_no then
            note(key, P)
        end
        holds, requests = holds + 1, sub(requests .. A[3], -64 * MARK)
        if till > ends then
            ends, extended, lease = till, 1, A[2]
        end
        local new = pack(ROW, waited, look_no, H, token, began, ends, stamp, lease, holds, renewals, #requests / MARK, #holder, holder) .. requests
        if hand or #new < #row - 200 then
            call('SET', key, new)
        else
            call('SETRANGE', key, '0', new)
        end
    end
    return {now, 0, token, holds, extended, began >= 0 and began, ends < NEVER and ends, holder}
end
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, lease in us, mark of the request.
-- Answers as above, or of a new grant the row but for its first 8 bytes: it is acquired now.
local function acquire(K, A)
    if not call then
        begin()
    end
    local key, P = K[1], K[2]
    local row, hand = pcall_('GET', key), nil
    local now = clock(P)
    local token, seen, kind, ends = 0, nil, nil, nil
    if row then
        if #row < SHORTEST then
            row = adopted(key, row, P)
            hand = row
        end
        seen, kind, token, ends = unpack_('>xxxxxxxxdBdxxxxxxxxd', row)
        if ends > now or (kind ~= F and kind ~= H and kind ~= R) then
            return taken(key, row, now, A, P, hand)
        end
    end
    if seen ~= look_no or token == 0 then
        token = token_before(key, P, token, hand)
        note(key, P)
    elseif not P and token < token_base then
        token = token_base
    end
    local owner = A[1]
    local new = pack('>dBdddddI4I4BBc0', look_no, H, token + 1, now, min(now + A[2], FAR), NONE, A[2], 1, 0, 1, #owner, owner) .. A[3]
    if row and not hand then
        call('SETRANGE', key, '8', new)
        return new
    end
    P = P or 'lockdesk:'
    call('ZADD', P .. 'locks', 0, sub(key, #P + 6))
    call('SET', key, (row and sub(row, 1, 8) or pack('>d', call('ZCARD', P .. 'waiters') > 0 and now + 60000000 or 0)) .. new)
    return new
end
