-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: hello
SELECT v, DATABASE(), CURRENT_USER(), CONNECTION_ID() FROM {p}meta WHERE k = 'schema_version'

-- name: installed
SELECT {real};
SELECT {real}, table_name FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_%'
   AND table_name NOT LIKE 'lockdesk\_sb\_%' ORDER BY table_name

-- name: schema_version
SELECT {real}, (SELECT v FROM {p}meta WHERE k = 'schema_version')

-- name: drop
DROP TABLE IF EXISTS {p}meta, {p}locks, {p}waiters, {p}fences, {p}refusals, {p}task_rules, {p}tasks, {p}outbox, {p}records,
    {p}draws, {p}draw_entries, {p}workers, {p}audit, {p}removed, {p}schedule, {p}sessions, {p}clock;
DROP SEQUENCE IF EXISTS {p}changes

-- name: durability
SELECT {real}, @@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.log_bin, @@GLOBAL.sync_binlog, @@GLOBAL.innodb_doublewrite,
       @@GLOBAL.innodb_flush_method,
       (SELECT GROUP_CONCAT(t.table_name, ' ', t.engine ORDER BY t.table_name SEPARATOR ', ') FROM information_schema.tables t
         WHERE t.table_schema = DATABASE() AND t.engine <> 'InnoDB'
           AND t.table_name IN ('{p}meta', '{p}locks', '{p}fences', '{p}tasks', '{p}outbox')),
       IFNULL((SELECT s.variable_value FROM information_schema.global_status s WHERE s.variable_name = 'SLAVES_CONNECTED'), 0),
       IFNULL((SELECT s.variable_value FROM information_schema.global_status s WHERE s.variable_name = 'RPL_SEMI_SYNC_MASTER_STATUS'), 'OFF')

-- name: server_facts
-- Rights: a role may grant what is not found here, which is unknown then.
SELECT {real}, 'innodb_flush_log_at_trx_commit', @@GLOBAL.innodb_flush_log_at_trx_commit
UNION ALL SELECT {real}, 'log_bin', @@GLOBAL.log_bin
UNION ALL SELECT {real}, 'sync_binlog', @@GLOBAL.sync_binlog
UNION ALL SELECT {real}, 'innodb_doublewrite', @@GLOBAL.innodb_doublewrite
UNION ALL SELECT {real}, 'innodb_flush_method', @@GLOBAL.innodb_flush_method
UNION ALL SELECT {real}, 'read_only', @@GLOBAL.read_only
UNION ALL SELECT {real}, 'wait_timeout', @@SESSION.wait_timeout
UNION ALL SELECT {real}, 'innodb_lock_wait_timeout', @@SESSION.innodb_lock_wait_timeout
UNION ALL SELECT {real}, 'max_connections', @@GLOBAL.max_connections
UNION ALL SELECT {real}, 'collation_database', @@SESSION.collation_database
UNION ALL SELECT {real}, 'may_write', CASE WHEN COUNT(DISTINCT g.privilege) = 3 THEN 1 WHEN CURRENT_ROLE() IS NULL THEN 0 END
  FROM (SELECT CONCAT('''', LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER()) - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)) - 1),
                      '''@''', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''') AS name) u
  LEFT JOIN (SELECT grantee, privilege_type AS privilege FROM information_schema.user_privileges
             UNION SELECT grantee, privilege_type FROM information_schema.schema_privileges WHERE DATABASE() LIKE table_schema
             UNION SELECT grantee, privilege_type FROM information_schema.table_privileges
                    WHERE table_schema = DATABASE() AND table_name = '{p}locks') g
    ON g.grantee = u.name AND g.privilege IN ('INSERT', 'UPDATE', 'DELETE')
UNION ALL SELECT {real}, 'superuser', COUNT(*) > 0
  FROM information_schema.user_privileges s WHERE s.privilege_type = 'SUPER'

-- name: database_waits
SELECT {real};
SELECT {real}, w.trx_mysql_thread_id, '', wp.USER, wp.HOST, LEFT(w.trx_query, 200),
       h.trx_mysql_thread_id, '', hp.USER, hp.HOST, LEFT(h.trx_query, 200),
       CONCAT(IF(l.lock_type = 'RECORD', 'row of ', 'table '), REPLACE(REPLACE(l.lock_table, '`', ''), CONCAT(DATABASE(), '.'), '')),
       {real} - TIMESTAMPDIFF(MICROSECOND, w.trx_wait_started, NOW(6))
  FROM information_schema.INNODB_LOCK_WAITS x
  JOIN information_schema.INNODB_TRX w ON w.trx_id = x.requesting_trx_id
  JOIN information_schema.INNODB_TRX h ON h.trx_id = x.blocking_trx_id
  LEFT JOIN information_schema.INNODB_LOCKS l ON l.lock_id = x.requested_lock_id
  LEFT JOIN information_schema.PROCESSLIST wp ON wp.ID = w.trx_mysql_thread_id
  LEFT JOIN information_schema.PROCESSLIST hp ON hp.ID = h.trx_mysql_thread_id
 ORDER BY w.trx_wait_started, w.trx_mysql_thread_id, h.trx_mysql_thread_id
 LIMIT 1000

-- name: clock_read
SELECT {now}, {real}, (SELECT rate FROM {p}clock LIMIT 1)

-- name: clock_real
SELECT {real}, {real}, NULL

-- name: clock_start
INSERT INTO {p}clock (id, base, set_at, rate) SELECT 1, n.now, n.now, 1 FROM (SELECT {real} AS now) n

-- name: clock_set
BEGIN NOT ATOMIC
    DECLARE v_real, v_now BIGINT;
    START TRANSACTION;
    SELECT base INTO v_now FROM {p}clock WHERE id = 1 FOR UPDATE;
    SET v_real = {real};
    UPDATE {p}clock SET base = IFNULL({to}, base + CAST(ROUND((v_real - set_at) * rate) AS SIGNED) + IFNULL({by}, 0)),
                        rate = IFNULL({rate}, rate), set_at = v_real WHERE id = 1;
    SELECT base FROM {p}clock;
    COMMIT;
END

-- name: floor_of_clock
UNIX_TIMESTAMP()

-- name: floor_raise
INSERT INTO {p}meta (k, v) VALUES ('token_floor', {number}), ('token_base', {number})
    ON DUPLICATE KEY UPDATE v = GREATEST(v, VALUES(v))

-- name: floor_read
SELECT {real}, v FROM {p}meta WHERE k = 'token_floor'

-- name: sandbox_list
SELECT {real};
SELECT {real}, table_name, table_comment FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_sb\_%\_clock' ORDER BY table_name

-- name: sandbox_holders
SELECT {real};
SELECT {real}, m.connection
  FROM (SELECT IS_USED_LOCK(key_text) AS connection FROM {p}sessions
         WHERE kind = 'skip-locked' AND IS_USED_LOCK(key_text) = connection {marks}) m
 WHERE m.connection IS NOT NULL AND m.connection <> CONNECTION_ID()

-- name: sandbox_tables
SELECT {real};
SELECT {real}, table_name, table_type FROM information_schema.tables
 WHERE table_schema = DATABASE() AND LEFT(table_name, CHAR_LENGTH({prefix})) = {prefix}
 ORDER BY table_type = 'VIEW' DESC, table_name

-- name: schema_lock
SELECT {real}, GET_LOCK({key}, {wait})

-- name: schema_unlock
DO RELEASE_LOCK({key})
