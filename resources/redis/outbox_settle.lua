-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: for each id, owner, token, delivered?, error, retry after in us, max tries, tried and failed?
-- Answers now, then for each: accepted?, fields or nil.
local answers = {now}
for i = 1, #A, 8 do
    local id = A[i]
    local row = row_of('message', id)
    local r = row and row[2]
    if not r or r[4] ~= 'sending' or r[8] ~= A[i + 1] or r[9] ~= A[i + 2] then
        answers[#answers + 1] = {0, r or false}
    else
        local member = string.format('%016.0f:', num(r[1], 'seq') or 0) .. id
        call('ZREM', P .. 'out:sending', member)
        r[11], r[15] = '', ''
        if A[i + 3] == '1' then
            r[4], r[7], r[12], r[13] = 'sent', '', now, ''
            call('ZREM', P .. 'out:due', member)
            call('ZREM', P .. 'out:pending', member)
            call('ZADD', P .. 'out:sent', now, member)
            gone('message', id)
        else
            r[8], r[13] = '', A[i + 4] ~= '' and A[i + 4] or r[13]
            r[5] = (num(r[5], 'tries') or 0) + A[i + 7]
            if r[5] + (num(r[14], 'cuts') or 0) >= tonumber(A[i + 6]) then
                r[4], r[7] = 'dead', ''
                call('ZREM', P .. 'out:due', member)
                call('ZREM', P .. 'out:pending', member)
                call('ZADD', P .. 'out:dead', now, member)
            else
                r[4], r[7] = 'pending', math.min(now + A[i + 5], FAR)
                call('ZADD', P .. 'out:due', r[7], member)
            end
            stamp('message', id)
        end
        call('HSET', P .. 'msg:' .. id, 'state', r[4], 'next_at', r[7], 'owner', r[8], 'lease_until', '', 'sent_at', r[12] or '',
            'last_error', r[13] or '', 'tries', digits(num(r[5], 'tries') or 0), 'begun_at', '')
        hint('message', r[2] or '')
        answers[#answers + 1] = {1, r}
    end
end
return answers
