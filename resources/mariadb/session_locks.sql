-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: session_lock_try
BEGIN NOT ATOMIC
    DECLARE v_now, v_taken BIGINT DEFAULT 0;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        DO IF(v_taken, RELEASE_LOCK({key}), 0);
        RESIGNAL;
    END;
    SET v_taken = IFNULL(GET_LOCK({key}, 0), 0);
    SET v_now = {now};
    IF v_taken THEN
        INSERT INTO {p}sessions (name, kind, key_text, connection, owner, since_at)
        VALUES ({name}, 'named', {key}, CONNECTION_ID(), {owner}, v_now)
        ON DUPLICATE KEY UPDATE key_text = VALUES(key_text), connection = VALUES(connection), owner = VALUES(owner),
                                since_at = VALUES(since_at);
    END IF;
    SELECT v_now, v_taken;
END

-- name: session_lock_release
DELETE FROM {p}sessions WHERE name = {name} AND kind = 'named' AND connection = CONNECTION_ID();
SELECT {now}, RELEASE_LOCK({key})

-- name: session_lock_mine
SELECT {now}, IFNULL(IS_USED_LOCK({key}) = CONNECTION_ID(), 0)

-- name: session_lock_find
SELECT {now};
SELECT {now}, CAST({name} AS BINARY) AS name, {kind} AS kind, c.id AS session, s.owner, s.since_at AS since, {key} AS `key`,
       p.HOST AS client, p.USER AS user, p.STATE AS state,
       LEFT(p.INFO, 200) AS last_statement
  FROM (SELECT IS_USED_LOCK({key}) AS id) c
  LEFT JOIN {p}sessions s ON s.name = {name} AND s.kind = {kind} AND s.connection = c.id
  LEFT JOIN information_schema.PROCESSLIST p ON p.ID = c.id
 WHERE c.id IS NOT NULL

-- name: session_lock_transaction
SELECT {now}, COUNT(*) FROM information_schema.INNODB_TRX t WHERE t.trx_mysql_thread_id = {session}

-- name: session_lock_end
BEGIN NOT ATOMIC
    DECLARE v_now, v_session BIGINT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SET v_now = {now};
    SELECT c.id INTO v_session
      FROM (SELECT IS_USED_LOCK({key}) AS id) c
      LEFT JOIN {p}sessions s ON s.name = {name} AND s.kind = {kind} AND s.connection = c.id
     WHERE c.id IS NOT NULL AND IFNULL(NULLIF(s.owner, ''), CONCAT('session ', c.id)) = {owner}{as_seen};
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'end-session', 'lock', {name}, {reason}, {evidence}, {command},
                IF(v_session IS NULL, 'changed', 'released'));
    IF v_session IS NOT NULL THEN
        KILL CONNECTION v_session;
    END IF;
    COMMIT;
    SELECT v_now, v_session;
END

-- name: session_lock_of_session
CONCAT(c.id) = {session}

-- name: session_lock_since
s.since_at = {since}

-- name: session_lock_list
SELECT {now};
SELECT {now}, s.name, s.kind, s.connection AS session, s.owner, s.since_at AS since, s.key_text AS `key`,
       p.HOST AS client, p.USER AS user, p.STATE AS state,
       LEFT(p.INFO, 200) AS last_statement
  FROM {p}sessions s LEFT JOIN information_schema.PROCESSLIST p ON p.ID = s.connection
 WHERE IS_USED_LOCK(s.key_text) = s.connection ORDER BY s.name, s.kind

-- name: holder_setup
SET SESSION idle_transaction_timeout = 0, idle_write_transaction_timeout = 0, idle_readonly_transaction_timeout = 0

-- name: holder_mine
SELECT {now}, @@in_transaction

-- name: schedule_row
INSERT IGNORE INTO {p}schedule (name)
SELECT n.name FROM (SELECT {name} AS name) n WHERE NOT EXISTS (SELECT 1 FROM {p}schedule s WHERE s.name = {name});
SELECT {now}

-- name: schedule_lock
SELECT {now}, name FROM {p}schedule WHERE name = {name} FOR UPDATE SKIP LOCKED;
SELECT {now}, CONNECTION_ID(), GET_LOCK({key}, 0)

-- name: schedule_note
INSERT INTO {p}sessions (name, kind, key_text, connection, owner, since_at)
VALUES ({name}, 'skip-locked', {key}, {session}, {owner}, {now})
ON DUPLICATE KEY UPDATE key_text = VALUES(key_text), connection = VALUES(connection), owner = VALUES(owner),
                        since_at = VALUES(since_at);
SELECT {now}

-- name: schedule_forget
DELETE FROM {p}sessions WHERE name = {name} AND kind = 'skip-locked' AND connection = {session}; SELECT {now}

-- name: schedule_release
COMMIT; DO RELEASE_ALL_LOCKS()
