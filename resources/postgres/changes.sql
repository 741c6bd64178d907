-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: changes_head
-- A cursor is "incarnation/snapshot"; one of another installation of the schema is void. Each server numbers its transactions, and
-- a restored dump keeps the numbers of another one: a cursor beyond this snapshot comes from there, and so does a floor, which is
-- then void. A standby server does not list the transactions in progress; there the snapshot ends where the oldest of them begins.
SELECT lockdesk_stamp(),
       m.incarnation || '/' || CASE WHEN pg_is_in_recovery()
                                    THEN pg_snapshot_xmin(s.now)::text || ':' || pg_snapshot_xmin(s.now)::text || ':'
                                    ELSE s.now::text END,
       pg_snapshot_xmax(s.now)::text, c.seen::text, pg_snapshot_xmin(c.seen)::text
  FROM (SELECT pg_current_snapshot() AS now) s
 CROSS JOIN (SELECT coalesce(max(k.value) FILTER (WHERE k.key = 'incarnation'), '') AS incarnation,
                    coalesce(max(k.value) FILTER (WHERE k.key = 'removed_floor'), '0')::xid8 AS floor
               FROM lockdesk_meta k) m
  LEFT JOIN LATERAL (SELECT CASE WHEN {cursor}::text ~ '^[^/]*/[0-9]+:[0-9]+:[0-9,]*$'
                                 THEN split_part({cursor}::text, '/', 2)::pg_snapshot END AS seen) c
    ON split_part({cursor}::text, '/', 1) = m.incarnation AND pg_snapshot_xmax(c.seen) <= pg_snapshot_xmax(s.now)
   AND (m.floor >= pg_snapshot_xmax(s.now) OR pg_snapshot_xmin(c.seen) > m.floor)

-- name: changes_removed
SELECT lockdesk_stamp(), r.entity, r.key
  FROM (SELECT 1) one
  LEFT JOIN LATERAL (
    SELECT DISTINCT k.entity, k.key FROM lockdesk_removed k
     WHERE {where}
       AND CASE k.entity
           WHEN 'lock' THEN NOT EXISTS (SELECT 1 FROM lockdesk_locks l WHERE l.name = k.key)
           WHEN 'task' THEN NOT EXISTS (SELECT 1 FROM lockdesk_tasks t WHERE t.id = k.key)
           WHEN 'message' THEN NOT EXISTS (SELECT 1 FROM lockdesk_outbox m WHERE m.id = k.key)
           WHEN 'worker' THEN NOT EXISTS (SELECT 1 FROM lockdesk_workers w WHERE w.id = k.key)
           ELSE false END) r ON true

-- name: text_contains
-- ILIKE, because the server knows from its statistics how many rows that may be: few are found by a scan of the table, many in
-- the order of the key.
({text})::text COLLATE "C" ILIKE {pattern}

-- name: list_count
SELECT lockdesk_stamp(), (SELECT count(*) FROM (SELECT 1 FROM {p}{table} k WHERE {where} LIMIT {cap}::bigint) c)

-- name: list_estimate
SELECT lockdesk_stamp(), greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid))
  FROM pg_class c WHERE c.oid = to_regclass({table})

-- name: hint_schema
SELECT coalesce(current_schema(), '')

-- name: hint_send
SELECT set_config('synchronous_commit', 'off', true), pg_notify(n.channel, n.payload)
FROM unnest($1::text[], $2::text[]) AS n(channel, payload)
