-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: event, places. Answers now, created?, places, largest number, largest rank, largest token of a leader.
local created = 0
if not places then
    call('HSET', draw, 'places', A[2], 'last_seq', 0, 'last_rank', 0, 'leader_token', 0, 'opened_at', now)
    call('SADD', P .. 'draws', A[1])
    places, created = A[2], 1
end
return {now, created, places, last_seq, last_rank, leader}
