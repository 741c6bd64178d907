-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: event. Answers now, 0, places or nil, largest number, largest rank, largest token of a leader.
return {now, 0, d[1], last_seq, last_rank, leader}
