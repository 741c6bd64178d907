-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before the scripts of a draw. A draw is a hash with its counters, a hash from person to number and time, and a sorted
-- set of persons by number. Numbers have no gap: those up to last_rank have their number as their rank.
local draw, people, order = P .. 'draw:' .. A[1], P .. 'draw_people:' .. A[1], P .. 'draw_order:' .. A[1]
local d = call('HMGET', draw, 'places', 'last_seq', 'last_rank', 'leader_token')
local places, last_seq, last_rank = num(d[1], 'places'), num(d[2], 'last_seq') or 0, num(d[3], 'last_rank') or 0
local leader = d[4] or '0'
