-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: draw_open
INSERT INTO {p}draws (event, places, opened_at) VALUES (?1, ?2, ?3) ON CONFLICT (event) DO NOTHING

-- name: draw_find
SELECT places, last_seq, last_rank, leader_token FROM {p}draws WHERE event = ?1

-- name: draw_apply_known
SELECT event, person, seq, rank, applied_at FROM {p}draw_entries WHERE event = ?1 AND person = ?2

-- name: draw_apply
INSERT INTO {p}draw_entries (event, person, seq, applied_at) VALUES (?1, ?2, ?3, ?4)

-- name: draw_apply_numbers
UPDATE {p}draws SET last_seq = ?2 WHERE event = ?1

-- name: draw_consume
-- The numbers have no gap, so that the rank is the number.
UPDATE {p}draw_entries SET rank = seq WHERE event = ?1 AND seq > ?2 AND seq <= ?3

-- name: draw_consume_ranks
UPDATE {p}draws SET last_rank = ?2, leader_token = ?3 WHERE event = ?1

-- name: draw_consume_list
SELECT event, person, seq, rank, applied_at FROM {p}draw_entries WHERE event = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq

-- name: draw_list
SELECT event, person, seq, rank, applied_at FROM {p}draw_entries k WHERE {where} ORDER BY {order} LIMIT {limit}
