-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: changes_head
SELECT lockdesk_stamp(),
       CASE WHEN pg_is_in_recovery() THEN pg_snapshot_xmin(s.now)::text || ':' || pg_snapshot_xmin(s.now)::text || ':'
            ELSE s.now::text END,
       pg_snapshot_xmax(s.now)::text,
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'incarnation'),
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'removed_floor')
  FROM (SELECT pg_current_snapshot() AS now) s

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
