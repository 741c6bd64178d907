-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: name to go on after or '', how many. In the order of names, byte by byte.
-- Answers now, how many there are, last name or nil at the end, names.
local n = tonumber(A[2])
local from = A[1] == '' and '-' or '(' .. A[1]
local names = call('ZRANGE', P .. 'locks', from, '+', 'BYLEX', 'LIMIT', 0, n)
return {now, call('ZCARD', P .. 'locks'), #names == n and names[n] or false, names}
