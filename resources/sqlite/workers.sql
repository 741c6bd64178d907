-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: worker_beat
INSERT INTO {p}workers (id, host, pid, role, kinds, state, doing, doing_since, lease_until, period_us, started_at, beat_at,
  claims, done, relocked, failed, refused, wait_p50_us, hold_p50_us, change)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, {now}, {now}, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
ON CONFLICT (id) DO UPDATE SET host = excluded.host, pid = excluded.pid, role = excluded.role, kinds = excluded.kinds,
  state = excluded.state, doing = excluded.doing, doing_since = excluded.doing_since, lease_until = excluded.lease_until,
  period_us = excluded.period_us, started_at = ifnull(started_at, excluded.started_at), beat_at = excluded.beat_at,
  claims = excluded.claims, done = excluded.done, relocked = excluded.relocked, failed = excluded.failed,
  refused = excluded.refused, wait_p50_us = excluded.wait_p50_us, hold_p50_us = excluded.hold_p50_us,
  change = excluded.change
RETURNING control, slow_by_us

-- name: worker_leave
DELETE FROM {p}workers WHERE id = ?1

-- name: worker_order
UPDATE {p}workers SET control = ?2, slow_by_us = ?3, change = ?4 WHERE id = ?1

-- name: worker_collect
DELETE FROM {p}workers WHERE id IN (SELECT id FROM {p}workers WHERE beat_at < {now} - ?1 LIMIT ?2)

-- name: worker_list
SELECT id, host, pid, role, kinds, state, doing, doing_since, lease_until, period_us, started_at, beat_at, control,
  slow_by_us,
  claims, done, relocked, failed, refused, wait_p50_us, hold_p50_us, change
FROM {p}workers k WHERE {where} ORDER BY {order} LIMIT {limit}
