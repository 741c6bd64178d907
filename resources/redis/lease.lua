-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Who must not renew or release, and why: owner, token, expiry, in this order. Answers now, code, holds, extended, acquired,
-- end, holder, the holder's token, the holder's end. Codes: 0 renewed, 1 released, 2 still held, 3 cooling, 4 not the owner,
-- 5 stale, 6 expired.
local function refused(row, now, A)
    local _, _, kind, token, _, ends, _, _, _, _, _, holder = unpack_(ROW, row)
    if kind ~= H and kind ~= F and kind ~= R then
        error({err = 'WRONGTYPE row'})
    end
    local same = kind == H and holder == A[1]
    local code = not same and 4 or token ~= A[2] + 0 and 5 or 6
    if kind == H and ends > now and code ~= 6 then
        return {now, code, 0, 0, false, false, holder, token, ends < NEVER and ends}
    end
    return {now, code, 0, 0, false, false, false, false, false}
end
local function no_row(P, now)
    need_schema(P or 'lockdesk:')
    return {now, 4, 0, 0, false, false, false, false, false}
end
