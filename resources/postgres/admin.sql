-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: hello
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value, current_schema(), pg_is_in_recovery()
  FROM lockdesk_meta m WHERE m.key = 'schema_version'

-- name: installed
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, c.relname
  FROM pg_class c
 WHERE c.relnamespace = (SELECT s.oid FROM pg_namespace s WHERE s.nspname = current_schema())
   AND c.relname LIKE 'lockdesk\_%' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
 ORDER BY c.relname

-- name: unfit_server
-- Why this server cannot have the schema; older ones have no xid8.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
       CASE WHEN current_setting('server_version_num')::int < 130000
            THEN 'PostgreSQL ' || current_setting('server_version') || ' is too old; 13 or newer is needed' END

-- name: schema_version
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value FROM lockdesk_meta m WHERE m.key = 'schema_version'

-- name: drop
DROP TABLE IF EXISTS lockdesk_locks, lockdesk_waiters, lockdesk_fences, lockdesk_refusals, lockdesk_task_rules,
    lockdesk_tasks, lockdesk_outbox, lockdesk_records, lockdesk_draws, lockdesk_draw_entries, lockdesk_workers, lockdesk_audit,
    lockdesk_removed, lockdesk_schedule, lockdesk_session_locks, lockdesk_clock, lockdesk_meta;
DROP FUNCTION IF EXISTS lockdesk_acquire, lockdesk_renew, lockdesk_release, lockdesk_admit, lockdesk_lock_session,
    lockdesk_draw_apply, lockdesk_draw_consume, lockdesk_note_removed, lockdesk_backoff, lockdesk_add, lockdesk_stamp, lockdesk_now;

-- name: durability
-- What can undo acknowledged writes: whether it loses or lags, the setting, the consequence, the remedy. Standbys count, but no
-- subscriber of logical replication, to which nobody fails over; their state is hidden from other users.
-- Functions, not their views pg_stat_replication and pg_replication_slots: those join what is not asked for, a sixth of the server's
-- work for a short session.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, w.*
  FROM (SELECT 1) one
  LEFT JOIN LATERAL (
    SELECT 'loses', 'fsync ' || current_setting('fsync'),
           'commits are not forced to the disk: a power cut can take them with it, or destroy the database', 'fsync = on'
     WHERE current_setting('fsync') <> 'on'
    UNION ALL
    SELECT 'loses', 'full_page_writes ' || current_setting('full_page_writes'),
           'a power cut in the middle of a page''s write can destroy committed rows', 'full_page_writes = on'
     WHERE current_setting('full_page_writes') <> 'on'
    UNION ALL
    SELECT 'loses', 'synchronous_commit off',
           'a crash can take the last commits with it, and the tokens granted in them',
           'nothing between this program and the server may drop the startup option synchronous_commit=on'
     WHERE current_setting('synchronous_commit') = 'off'
    UNION ALL
    SELECT 'loses', 'UNLOGGED ' || string_agg(c.relname, ', ' ORDER BY c.relname),
           'a crash empties these tables, and their tokens start again', 'ALTER TABLE ... SET LOGGED'
      FROM pg_class c
     WHERE c.relnamespace = (SELECT s.oid FROM pg_namespace s WHERE s.nspname = current_schema())
       AND c.relname LIKE 'lockdesk\_%' AND c.relkind IN ('r', 'p') AND c.relpersistence <> 'p'
    HAVING count(*) > 0
    UNION ALL
    SELECT 'lags', 'synchronous_standby_names empty',
           'a failover to a standby can take the last commits with it, and the tokens granted in them',
           'name the standbys in synchronous_standby_names'
     WHERE current_setting('synchronous_standby_names') = '' AND EXISTS (
         SELECT 1 FROM pg_stat_get_wal_senders() r
          WHERE coalesce(r.state, '') <> 'backup'
            AND NOT EXISTS (SELECT 1 FROM pg_get_replication_slots() s WHERE s.active_pid = r.pid AND s.slot_type = 'logical'))
    ) w(kind, setting, evidence, advice) ON true

-- name: server_facts
-- What decides the worth of a lock here, and what the user may do. A setting that this version does not have is NULL.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, f.name, f.value
  FROM (SELECT n.name, current_setting(n.name, true) AS value
          FROM unnest(ARRAY['fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'wal_level',
                            'default_transaction_isolation', 'statement_timeout', 'lock_timeout',
                            'idle_in_transaction_session_timeout', 'max_connections', 'server_encoding']) AS n(name)
        UNION ALL
        SELECT 'may_write', (has_table_privilege(t.oid, 'INSERT') AND has_table_privilege(t.oid, 'UPDATE')
                             AND has_table_privilege(t.oid, 'DELETE'))::int::text
          FROM pg_class t
         WHERE t.relname = 'lockdesk_locks' AND t.relnamespace = (SELECT s.oid FROM pg_namespace s WHERE s.nspname = current_schema())
        UNION ALL
        SELECT 'superuser', r.rolsuper::int::text FROM pg_roles r WHERE r.rolname = current_user) f

-- name: database_waits
-- Only sessions that wait are asked for their blockers, as that stops the lock manager for a moment.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, x.*
  FROM (SELECT 1) one
  LEFT JOIN LATERAL (
    SELECT w.pid AS waiter, w.application_name, w.usename, host(w.client_addr), left(w.query, 200),
           h.pid AS holder, h.application_name, h.usename, host(h.client_addr), left(h.query, 200),
           (SELECT CASE l.locktype
                     WHEN 'relation' THEN 'table ' || l.relation::regclass
                     WHEN 'tuple' THEN 'row of ' || l.relation::regclass
                     WHEN 'transactionid' THEN coalesce(
                       (SELECT 'row of ' || min(t.relation::regclass::text) FROM pg_locks t
                         WHERE t.pid = w.pid AND t.locktype = 'tuple' AND t.granted), 'row')
                     WHEN 'advisory' THEN 'advisory lock ' || CASE l.objsubid WHEN 1 THEN ((l.classid::bigint << 32) | l.objid::bigint)::text
                                                                              ELSE l.classid || ', ' || l.objid END
                     ELSE l.locktype END
              FROM pg_locks l WHERE l.pid = w.pid AND NOT l.granted LIMIT 1),
           (extract(epoch FROM w.query_start) * 1000000)::bigint
      FROM pg_stat_activity w
     CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS b(pid)
      JOIN pg_stat_activity h ON h.pid = b.pid
     WHERE w.wait_event_type = 'Lock'
     ORDER BY w.query_start, w.pid, h.pid
     LIMIT 1000) x ON true

-- name: clock_read
SELECT lockdesk_now(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, c.rate
  FROM (SELECT 1) one LEFT JOIN lockdesk_clock c ON true

-- name: clock_real
SELECT n.now, n.now, NULL FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now) n

-- name: clock_set
UPDATE lockdesk_clock c
   SET base = coalesce({to}::bigint, lockdesk_stamp() + coalesce({by}::bigint, 0)),
       rate = coalesce({rate}::double precision, c.rate),
       set_at = (extract(epoch FROM statement_timestamp()) * 1000000)::bigint
RETURNING c.base, c.set_at, c.rate

-- name: floor_of_clock
extract(epoch FROM clock_timestamp())::bigint

-- name: floor_raise
-- Raised, never lowered: the floor for names without a row, the base for every grant. No grant runs meanwhile.
LOCK TABLE lockdesk_locks IN EXCLUSIVE MODE;
INSERT INTO lockdesk_meta AS m (key, value)
SELECT k.key, n.number::text FROM (VALUES ('token_floor'), ('token_base')) k(key), (SELECT {number} AS number) n
    ON CONFLICT (key) DO UPDATE SET value = greatest(m.value::bigint, excluded.value::bigint)::text;
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value FROM lockdesk_meta m WHERE m.key = 'token_floor'

-- name: floor_read
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value FROM lockdesk_meta m WHERE m.key = 'token_floor'

-- name: sandbox_list
-- Its id and when it was made: a restored backup may have lost the comment.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, substr(s.nspname, 13),
       substring(obj_description(s.oid, 'pg_namespace') FROM '^lockdesk sandbox ([0-9]+)')
  FROM (SELECT 1) one LEFT JOIN pg_namespace s ON s.nspname LIKE 'lockdesk\_sb\_%' ORDER BY s.nspname

-- name: sandbox_holders
SELECT lockdesk_end.now, pg_terminate_backend(lockdesk_end.pid)
  FROM (SELECT DISTINCT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now, l.pid
          FROM pg_locks l
          JOIN pg_class c ON c.oid = l.relation
          JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND n.nspname = {schema} AND a.state LIKE 'idle in transaction%' AND l.pid <> pg_backend_pid()) lockdesk_end

-- name: marked_sessions
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, count(*)
  FROM pg_stat_activity WHERE strpos(application_name || ' ', ' #' || {mark} || ' ') > 0

-- name: sandbox_create
CREATE SCHEMA {schema};
COMMENT ON SCHEMA {schema} IS 'lockdesk sandbox {made_at}';
SET LOCAL search_path = {schema};
{ddl}
INSERT INTO lockdesk_clock (id, base, set_at, rate)
SELECT 1, n.now, n.now, 1 FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now) n

-- name: sandbox_drop
DROP SCHEMA IF EXISTS {schema} CASCADE

-- name: schema_lock
SELECT pg_advisory_xact_lock(hashtext('lockdesk schema'), hashtext(current_database()))
