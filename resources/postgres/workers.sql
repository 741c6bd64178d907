-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: worker_beat
INSERT INTO lockdesk_workers AS w (id, host, pid, role, kinds, state, doing, doing_since, lease_until, period, claims, done,
                                   relocked, failed, refused, wait_p50, hold_p50, started_at, beat_at)
VALUES ({id}, {host}, {pid}, {role}, {kinds}, {state}, {doing}, {doing_since}, {lease_until}, {period}, {claims}, {done}, {relocked}, {failed}, {refused}, {wait_p50}, {hold_p50}, lockdesk_stamp(), lockdesk_stamp())
ON CONFLICT (id) DO UPDATE
   SET host = excluded.host, pid = excluded.pid, role = excluded.role, kinds = excluded.kinds, state = excluded.state,
       doing = excluded.doing, doing_since = excluded.doing_since, lease_until = excluded.lease_until,
       period = excluded.period, claims = excluded.claims, done = excluded.done, relocked = excluded.relocked,
       failed = excluded.failed, refused = excluded.refused, wait_p50 = excluded.wait_p50, hold_p50 = excluded.hold_p50,
       beat_at = excluded.beat_at, changed = pg_current_xact_id()
RETURNING lockdesk_stamp(), control, slow_by

-- name: worker_leave
WITH gone AS (DELETE FROM lockdesk_workers w WHERE w.id = {id} RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: worker_order
WITH told AS (
    UPDATE lockdesk_workers w SET control = {control}, slow_by = {slow_by}, changed = pg_current_xact_id() WHERE w.id = {id} RETURNING w.*),
noted AS (
    INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
    SELECT {who}, 'worker-' || {control}, 'worker', {id}, {reason}, {evidence}, {command}, 'done' FROM told WHERE {who} <> ''
    RETURNING 1)
SELECT n.now, w.id, w.host, w.pid, w.role, w.kinds, w.state, w.doing, w.doing_since, w.lease_until, w.period, w.started_at,
       w.beat_at, w.control, w.slow_by, w.claims, w.done, w.relocked, w.failed, w.refused, w.wait_p50, w.hold_p50
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN told w ON true

-- name: worker_collect
WITH gone AS (
    DELETE FROM lockdesk_workers w
     WHERE w.id = ANY (ARRAY(SELECT k.id FROM lockdesk_workers k WHERE coalesce(k.beat_at, 0) < lockdesk_stamp() - {silent}::bigint
                              LIMIT {limit}::bigint FOR UPDATE SKIP LOCKED))
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: worker_list
SELECT n.now, w.id, w.host, w.pid, w.role, w.kinds, w.state, w.doing, w.doing_since, w.lease_until, w.period, w.started_at,
       w.beat_at, w.control, w.slow_by, w.claims, w.done, w.relocked, w.failed, w.refused, w.wait_p50, w.hold_p50
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_workers k WHERE {where} {order} {limit}) w ON true
