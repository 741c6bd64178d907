-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: owner, token, at least so long in us since its begin.
local value = call('GET', K)
local no = refusal(value, A[1], A[2])
if no then
    return no
end
local _, id, at, begin = parse(value)
local cool = begin and begin + A[3] or 0
if A[3] == '0' or cool <= now then
    call('DEL', K)
    return {now, RELEASED, 0, 0, begin, false, false, false}
end
call('SET', K, 'ADDED:' .. at .. '@' .. A[1] .. DONE .. ':' .. id, 'PX', string.format('%.0f', math.ceil((cool - now) / 1000)))
return {now, COOLING, 0, 0, begin, ending(), false, false}
