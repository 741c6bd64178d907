-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: draw_open
INSERT INTO lockdesk_draws AS d (event, places) VALUES ({event}, {places})
ON CONFLICT (event) DO UPDATE SET event = excluded.event
RETURNING lockdesk_now(), d.event, d.places, d.last_seq, d.last_rank, d.leader_token, d.xmax = 0

-- name: draw_find
SELECT n.now, d.event, d.places, d.last_seq, d.last_rank, d.leader_token, false
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_draws d ON d.event = {event}

-- name: draw_apply
SELECT a.now, a.known, a.before, {event}::text, a.person, a.seq, a.rank, a.applied_at
  FROM ROWS FROM (lockdesk_draw_apply({event}, {persons}), unnest({persons}::text[]))
       AS a(now, known, before, seq, rank, applied_at, person)

-- name: draw_consume
SELECT * FROM lockdesk_draw_consume({event}, {token}, {limit})

-- name: draw_list
SELECT n.now, e.event, e.person, e.seq, e.rank, e.applied_at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_draw_entries k WHERE {where} {order} {limit}) e ON true
