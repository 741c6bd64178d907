-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: hello
SELECT {real}, v, CURRENT_USER() FROM {p}meta WHERE k = 'schema_version'

-- name: installed
SELECT {real};
SELECT {real}, table_name FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_%'
   AND table_name NOT LIKE 'lockdesk\_sb\_%' ORDER BY table_name

-- name: unfit_server
-- Why this server cannot have the schema; older ones have no SKIP LOCKED.
SELECT {real}, CASE WHEN VERSION() NOT LIKE '%MariaDB%'
                    THEN CONCAT('the server is MySQL ', VERSION(), '; Lockdesk''s schema needs sequences and compound statements, ',
                                'which MariaDB 10.6 has')
                    WHEN SUBSTRING_INDEX(VERSION(), '.', 1) * 100 + SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '.', 2), '.', -1) < 1006
                    THEN CONCAT('MariaDB ', VERSION(), ' is too old; 10.6 or newer is needed') END

-- name: schema_version
SELECT {real}, (SELECT v FROM {p}meta WHERE k = 'schema_version')

-- name: drop
DROP TABLE IF EXISTS {p}meta, {p}locks, {p}waiters, {p}fences, {p}refusals, {p}task_rules, {p}tasks, {p}outbox, {p}records,
    {p}draws, {p}draw_entries, {p}workers, {p}audit, {p}removed, {p}schedule, {p}sessions, {p}clock;
DROP SEQUENCE IF EXISTS {p}changes

-- name: durability
-- What can undo acknowledged writes: whether it loses or lags, the setting, the consequence, the remedy. A binary log, if there is
-- one, decides after a crash which transactions had committed.
SELECT {real};
SELECT {real}, IF(f.v = 2, 'lags', 'loses'), CONCAT('innodb_flush_log_at_trx_commit ', f.v),
       CONCAT(IF(f.v = 2, 'a power cut', 'a crash'),
              ' can take the commits of the last second with it, and the tokens granted in them'),
       'SET GLOBAL innodb_flush_log_at_trx_commit = 1'
  FROM (SELECT @@GLOBAL.innodb_flush_log_at_trx_commit AS v) f WHERE f.v NOT IN (1, 3)
UNION ALL SELECT {real}, 'loses', CONCAT('sync_binlog ', @@GLOBAL.sync_binlog),
       'with a binary log that is not forced to the disk, a power cut can undo commits that were acknowledged',
       'SET GLOBAL sync_binlog = 1'
  FROM DUAL WHERE LOWER(CONCAT(@@GLOBAL.log_bin)) NOT IN ('0', 'off') AND @@GLOBAL.sync_binlog <> 1
UNION ALL SELECT {real}, 'loses', 'innodb_doublewrite off',
       'a power cut in the middle of a page''s write can destroy committed rows', 'innodb_doublewrite = ON'
  FROM DUAL WHERE LOWER(CONCAT(@@GLOBAL.innodb_doublewrite)) IN ('0', 'off')
UNION ALL SELECT {real}, 'loses', CONCAT('innodb_flush_method ', @@GLOBAL.innodb_flush_method),
       'commits are not forced to the disk', 'innodb_flush_method = O_DIRECT'
  FROM DUAL WHERE BINARY @@GLOBAL.innodb_flush_method IN ('nosync', 'O_DIRECT_NO_FSYNC')
UNION ALL SELECT {real}, 'loses', CONCAT('ENGINE of ', GROUP_CONCAT(t.table_name, ' ', t.engine ORDER BY t.table_name SEPARATOR ', ')),
       'this engine does not keep what was committed through a crash', 'ALTER TABLE ... ENGINE=InnoDB'
  FROM information_schema.tables t
 WHERE t.table_schema = DATABASE() AND t.engine <> 'InnoDB'
   AND t.table_name IN ('{p}meta', '{p}locks', '{p}fences', '{p}tasks', '{p}outbox')
HAVING COUNT(*) > 0
UNION ALL SELECT {real}, 'lags', 'rpl_semi_sync_master_status off',
       'a failover to a replica can take the last commits with it, and the tokens granted in them',
       'SET GLOBAL rpl_semi_sync_master_enabled = ON, and rpl_semi_sync_slave_enabled on its replicas'
  FROM information_schema.global_status s
 WHERE s.variable_name = 'SLAVES_CONNECTED' AND s.variable_value + 0 > 0
   AND NOT EXISTS (SELECT 1 FROM information_schema.global_status o
                    WHERE o.variable_name = 'RPL_SEMI_SYNC_MASTER_STATUS' AND LOWER(o.variable_value) NOT IN ('0', 'off'))

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
-- Its id and when it was made. A lesson may create a table of such a name, but without the comment.
SELECT {real};
SELECT {real}, SUBSTR(table_name, 13, CHAR_LENGTH(table_name) - 18), REGEXP_SUBSTR(table_comment, '[0-9]+')
  FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name LIKE 'lockdesk\_sb\_%\_clock' AND table_comment LIKE 'lockdesk sandbox %'
 ORDER BY table_name

-- name: sandbox_holders
SELECT {real};
SELECT {real}, m.connection
  FROM (SELECT IS_USED_LOCK(key_text) AS connection FROM {p}sessions
         WHERE kind = 'skip-locked' AND IS_USED_LOCK(key_text) = connection {marks}) m
 WHERE m.connection IS NOT NULL AND m.connection <> CONNECTION_ID()

-- name: marked_sessions
-- A connection has its mark as one of 24 named locks.
WITH RECURSIVE place AS (SELECT 0 AS number UNION ALL SELECT number + 1 FROM place WHERE number < 23)
SELECT {real}, SUM(IS_FREE_LOCK(CONCAT('lockdesk mark ', {mark}, ' ', number)) = 0) FROM place

-- name: sandbox_tables
-- The drops of a sandbox's tables, views first. A sandbox "a_b" begins like a sandbox "a": tables that may belong to the longer name
-- are kept. The clock is dropped last, with our other tables: it marks the sandbox as existing. Anybody may have chosen a name.
SELECT {real};
SELECT {real}, CONCAT('DROP ', IF(t.table_type IN ('VIEW', 'SEQUENCE'), t.table_type, 'TABLE'), ' IF EXISTS `',
                      REPLACE(t.table_name, '`', '``'), '`')
  FROM information_schema.tables t
  LEFT JOIN (SELECT LEFT(c.table_name, CHAR_LENGTH(c.table_name) - CHAR_LENGTH('clock')) AS prefix
               FROM information_schema.tables c
              WHERE c.table_schema = DATABASE() AND c.table_name LIKE 'lockdesk\_sb\_%\_clock'
                AND c.table_comment LIKE 'lockdesk sandbox %') other
         ON CHAR_LENGTH(other.prefix) > CHAR_LENGTH({prefix}) AND BINARY LEFT(t.table_name, CHAR_LENGTH(other.prefix)) = other.prefix
 WHERE t.table_schema = DATABASE() AND LEFT(t.table_name, CHAR_LENGTH({prefix})) = {prefix}
   AND BINARY t.table_name <> CONCAT({prefix}, 'clock') AND other.prefix IS NULL
 ORDER BY t.table_type = 'VIEW' DESC, t.table_name

-- name: schema_lock
SELECT {real}, GET_LOCK({key}, {wait})

-- name: schema_unlock
DO RELEASE_LOCK({key})
