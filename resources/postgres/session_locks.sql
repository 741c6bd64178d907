-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: session_lock_try
SELECT * FROM lockdesk_lock_session({name}, {key}, {owner})

-- name: session_lock_release
WITH freed AS MATERIALIZED (SELECT pg_advisory_unlock({key}) AS was_held),
gone AS (
    DELETE FROM lockdesk_session_locks s WHERE s.name = {name} AND s.kind = 'named' AND s.pid = pg_backend_pid() RETURNING 1)
SELECT lockdesk_stamp(), (SELECT freed.was_held FROM freed), (SELECT count(*) FROM gone)

-- name: session_lock_mine
SELECT lockdesk_stamp(), EXISTS (
    SELECT 1 FROM pg_locks l
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND l.pid = pg_backend_pid()
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
       AND ((l.classid::bigint << 32) | l.objid::bigint) = {key})

-- name: session_lock_end
WITH victim AS MATERIALIZED (
{victim}),
ended AS MATERIALIZED (
  SELECT v.pid FROM victim v WHERE pg_terminate_backend(v.pid)),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'end-session', 'lock', {name},
         {reason}, {evidence}, {command},
         CASE WHEN EXISTS (SELECT 1 FROM ended) THEN 'released' ELSE 'changed' END
  RETURNING 1)
SELECT lockdesk_now() AS now, (SELECT pid FROM ended LIMIT 1) AS session

-- name: session_lock_victim_named
  SELECT l.pid, a.backend_start, s.owner, s.since, a.application_name, a.client_addr, a.xact_start
    FROM pg_locks l
    JOIN pg_stat_get_activity(NULL) a ON a.pid = l.pid
    LEFT JOIN lockdesk_session_locks s
           ON s.kind = 'named' AND s.key = {key} AND s.pid = l.pid AND s.backend_start = a.backend_start
   WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
     AND ((l.classid::bigint << 32) | l.objid::bigint) = {key}
     AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
     AND coalesce(nullif(s.owner, ''), 'session ' || l.pid) = {owner}{as_seen}

-- name: session_lock_victim_skip-locked
  SELECT s.pid, a.backend_start, s.owner, s.since, a.application_name, a.client_addr, a.xact_start
    FROM lockdesk_session_locks s
    JOIN pg_stat_get_activity(NULL) a ON a.pid = s.pid AND a.backend_start = s.backend_start
   WHERE s.kind = 'skip-locked' AND s.name = {name} AND s.owner = {owner}
     AND EXISTS (SELECT 1 FROM pg_locks l
                  WHERE l.pid = s.pid AND l.relation = 'lockdesk_schedule'::regclass AND l.mode = 'RowShareLock' AND l.granted){as_seen}

-- name: session_lock_of_session
a.pid::text = {session}

-- name: session_lock_since
coalesce(s.since, (extract(epoch FROM a.backend_start) * 1000000)::bigint) = {since}

-- name: session_lock_list
SELECT n.now, x.name, x.kind, x.session, x.owner, coalesce(x.since, x.session_since) AS since, x.key, x.session_since,
       a.application_name AS program, a.client_addr AS client, a.state,
       (extract(epoch FROM a.xact_start) * 1000000)::bigint AS transaction_since, left(a.query, 200) AS last_statement
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
    SELECT s.name, 'named' AS kind, l.pid AS session, s.owner, s.since,
           (l.classid::bigint << 32) | l.objid::bigint AS key,
           (extract(epoch FROM b.backend_start) * 1000000)::bigint AS session_since
      FROM pg_locks l
      JOIN pg_stat_get_activity(NULL) b ON b.pid = l.pid
      LEFT JOIN lockdesk_session_locks s
             ON s.kind = 'named' AND s.pid = l.pid AND s.key = ((l.classid::bigint << 32) | l.objid::bigint)
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    UNION ALL
    SELECT s.name, s.kind, s.pid, s.owner, s.since, NULL, (extract(epoch FROM s.backend_start) * 1000000)::bigint
      FROM lockdesk_session_locks s JOIN pg_stat_get_activity(NULL) b ON b.pid = s.pid AND b.backend_start = s.backend_start
     WHERE s.kind = 'skip-locked') x ON true
  LEFT JOIN pg_stat_get_activity(NULL) a ON a.pid = x.session
 ORDER BY x.name NULLS LAST, x.kind, x.session

-- name: holder_mine
SELECT lockdesk_now(), true

-- name: schedule_row
INSERT INTO lockdesk_schedule (name) VALUES ({name}) ON CONFLICT (name) DO NOTHING

-- name: schedule_lock
SELECT lockdesk_now(), pg_backend_pid(), (SELECT a.backend_start FROM pg_stat_get_activity(pg_backend_pid()) a)
  FROM lockdesk_schedule s WHERE s.name = {name} FOR UPDATE OF s SKIP LOCKED

-- name: schedule_note
INSERT INTO lockdesk_session_locks (name, kind, key, pid, backend_start, owner, since)
VALUES ({name}, 'skip-locked', NULL, {session}, {start}::timestamptz, {owner}, lockdesk_now())
ON CONFLICT (name, kind) DO UPDATE
   SET pid = excluded.pid, backend_start = excluded.backend_start, owner = excluded.owner, since = excluded.since
RETURNING lockdesk_stamp()

-- name: schedule_forget
WITH gone AS (
    DELETE FROM lockdesk_session_locks s WHERE s.name = {name} AND s.kind = 'skip-locked' AND s.pid = {session} RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: schedule_release
COMMIT
