-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: task_columns
k.id, k.kind, k.phase, k.desired_state, k.payload, k.owner, k.token, k.claim_id, k.locked_at, k.updated_at, k.created_at,
       k.claims, k.takeovers, k.failures, k.last_error,
       IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 30000000)
           AS lock_timeout,
       IFNULL((SELECT r.max_failures FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 8) AS max_failures

-- name: task_due
(k.locked_at < {now} - IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 30000000))

-- name: task_final
-- A phase whose lock timeout has no end is final.
(IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 0) >= 9000000000000000)

-- name: task_add
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    START TRANSACTION;
    INSERT INTO {p}tasks (id, kind, phase, desired_state, payload, created_at, updated_at, change_seq)
    VALUES {rows} ON DUPLICATE KEY UPDATE id = VALUES(id);
    SELECT v_now, k.id FROM {p}tasks k WHERE k.id IN ({ids}) AND k.change_seq = 0;
    UPDATE {p}tasks k SET k.token = GREATEST(
               IFNULL((SELECT MAX(v) FROM {p}meta WHERE k IN ('token_base', 'token_floor')), 0),
               IFNULL((SELECT f.largest FROM {p}fences f WHERE f.resource = k.id), 0))
     WHERE k.id IN ({ids}) AND k.change_seq = 0;
    UPDATE {p}tasks SET change_seq = NEXT VALUE FOR {p}changes WHERE id IN ({ids}) AND change_seq = 0;
    SELECT v_now;
    COMMIT;
END

-- name: claim_guard
DO GET_LOCK({lock}, 5);
    IF EXISTS (SELECT 1 FROM {p}{table} WHERE claim_id = {claim}) THEN
        SET v_limit = 0;
    END IF;

-- name: claim_handler
DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        DO RELEASE_LOCK({lock});
        RESIGNAL;
    END;

-- name: task_claim
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_due BIGINT DEFAULT 0;
    DECLARE v_limit BIGINT DEFAULT {limit};
    DECLARE v_locked1, v_updated1, v_locked2, v_updated2 BIGINT;
    DECLARE v_id1, v_id2 VARBINARY(200);
    {handler}
    SET v_due = v_now - IFNULL((SELECT IF(c.lock_timeout >= 9000000000000000, c.lock_timeout, IFNULL({timeout}, c.lock_timeout))
                                  FROM {p}task_rules c WHERE c.kind = {kind} AND c.phase = {phase}), IFNULL({timeout}, 30000000));
    {looks}
    START TRANSACTION;
    {guard}
    {passes}
    SELECT v_now, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim};
    SELECT v_now;
    COMMIT;
    {after}
END

-- name: token_left
-- False for a row with a number from outside after which no token could be checked. Claims pass over it, as it must not stop the others.
token BETWEEN 0 AND 9007199254740990

-- name: task_into
-- A task as it is after a claim.
id, desired_state, payload, token + 1, updated_at, created_at, LEAST(claims, 9007199254740990) + 1,
               LEAST(takeovers, 9007199254740990) + (IFNULL(owner, '') <> ''), failures,
               last_error
          INTO v_id, v_desired, v_payload, v_token, v_moved, v_created, v_claims, v_takeovers, v_failed, v_error

-- name: task_claim_first
-- The first entry is read without an upper bound and without a join: their estimates would take longer than the read. The row is
-- locked by its key; if another claim has it, the next one with the same locked_at. Returns no row if all of these are locked.
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_locked, v_updated, v_token, v_created, v_claims, v_takeovers, v_moved, v_failed BIGINT;
    DECLARE v_timeout BIGINT DEFAULT 30000000;
    DECLARE v_failures BIGINT DEFAULT 8;
    DECLARE v_seen, v_id, v_desired VARBINARY(200);
    DECLARE v_payload LONGTEXT CHARACTER SET utf8mb4;
    DECLARE v_error TEXT CHARACTER SET utf8mb4;
    SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
    SELECT locked_at, updated_at, id INTO v_locked, v_updated, v_seen FROM {p}tasks FORCE INDEX (due)
     WHERE kind = {kind} AND phase = {phase} AND locked_at > {above}
     ORDER BY locked_at, updated_at, id LIMIT 1;
    SELECT lock_timeout, max_failures INTO v_timeout, v_failures FROM {p}task_rules WHERE kind = {kind} AND phase = {phase};
    IF NOT IFNULL(v_locked < v_now - IF(v_timeout >= 9000000000000000, v_timeout, IFNULL({timeout}, v_timeout)), FALSE) THEN
        UPDATE {p}tasks SET locked_at = 0 WHERE id = '';
        SELECT v_now;
    ELSE
        START TRANSACTION;
        SELECT {task_into} FROM {p}tasks
         WHERE id = v_seen AND kind = {kind} AND phase = {phase} AND locked_at = v_locked AND updated_at = v_updated
           AND {token_left} FOR UPDATE SKIP LOCKED;
        IF v_id IS NULL THEN
            SELECT {task_into} FROM {p}tasks FORCE INDEX (due)
             WHERE kind = {kind} AND phase = {phase} AND locked_at = v_locked
               AND (updated_at = v_updated AND id > v_seen OR updated_at > v_updated)
               AND {token_left}
             ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED;
        END IF;
        IF v_id IS NOT NULL THEN
            UPDATE {p}tasks
               SET was_locked_at = v_locked, locked_at = v_now, takeovers = v_takeovers, owner = {owner}, claim_id = {claim},
                   token = v_token, claims = v_claims, change_seq = NEXT VALUE FOR {p}changes
             WHERE id = v_id;
            SELECT v_now, v_id, {kind}, {phase}, v_desired, v_payload, {owner}, v_token, {claim}, v_now, v_moved, v_created,
                   v_claims, v_takeovers, v_failed, v_error, v_timeout, v_failures, v_locked;
        END IF;
        COMMIT;
    END IF;
END

-- name: task_claim_one
BEGIN NOT ATOMIC
    DECLARE v_locked, v_updated, v_timeout, v_failures BIGINT;
    DECLARE v_id VARBINARY(200);
    SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
    SELECT k.locked_at, k.updated_at, k.id, IFNULL(r.lock_timeout, 30000000), IFNULL(r.max_failures, 8)
      INTO v_locked, v_updated, v_id, v_timeout, v_failures
      FROM {p}meta m LEFT JOIN {p}task_rules r ON r.kind = {kind} AND r.phase = {phase}
      JOIN {p}tasks k FORCE INDEX (due)
     WHERE m.k = 'schema_version' AND k.kind = {kind} AND k.phase = {phase} AND k.locked_at > {above}
       AND k.locked_at < {now} - IF(r.lock_timeout >= 9000000000000000, r.lock_timeout,
                                    IFNULL({timeout}, IFNULL(r.lock_timeout, 30000000)))
     ORDER BY k.locked_at, k.updated_at, k.id LIMIT 1;
    IF v_locked IS NULL THEN
        UPDATE {p}tasks SET locked_at = 0 WHERE id = '';
        SELECT {now};
    ELSE
        INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
        SELECT due.id, '', '', '', '', 0, 0, 0
          FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
                 WHERE kind = {kind} AND phase = {phase}
                   AND (locked_at = v_locked AND updated_at = v_updated AND id >= v_id
                        OR locked_at = v_locked AND updated_at > v_updated
                        OR locked_at > v_locked AND locked_at < {now} - IF(v_timeout >= 9000000000000000, v_timeout,
                                                                       IFNULL({timeout}, v_timeout)))
                   AND {token_left}
                 ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
        ON DUPLICATE KEY UPDATE
               was_locked_at = {p}tasks.locked_at, locked_at = {now},
               takeovers = LEAST({p}tasks.takeovers, 9007199254740990) + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner},
               claim_id = {claim},
               token = {p}tasks.token + 1, claims = LEAST({p}tasks.claims, 9007199254740990) + 1, change_seq = NEXT VALUE FOR {p}changes
        RETURNING locked_at, id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at,
               claims, takeovers, failures, last_error, v_timeout, v_failures, was_locked_at;
    END IF;
END

-- name: task_claim_look
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
    SELECT locked_at, updated_at, id INTO v_locked{n}, v_updated{n}, v_id{n}
      FROM {p}tasks FORCE INDEX (due)
     WHERE kind = {kind} AND phase = {phase} AND locked_at > {above} AND locked_at < v_due
     ORDER BY locked_at, updated_at, id LIMIT 1;

-- name: task_claim_pass
IF v_limit > 0 THEN
        INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
        SELECT due.id, '', '', '', '', 0, 0, 0
          FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
                 WHERE kind = {kind} AND phase = {phase}
                   AND (locked_at = v_locked{n} AND updated_at = v_updated{n} AND id >= v_id{n}
                        OR locked_at = v_locked{n} AND updated_at > v_updated{n}
                        OR locked_at > v_locked{n} AND locked_at < v_due)
                   AND {token_left}
                 ORDER BY locked_at, updated_at, id LIMIT {count} FOR UPDATE SKIP LOCKED) due
        ON DUPLICATE KEY UPDATE
               was_locked_at = {p}tasks.locked_at, locked_at = v_now,
               takeovers = LEAST({p}tasks.takeovers, 9007199254740990) + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner},
               claim_id = {claim},
               token = {p}tasks.token + 1, claims = LEAST({p}tasks.claims, 9007199254740990) + 1, change_seq = NEXT VALUE FOR {p}changes;
        SET v_limit = v_limit - ROW_COUNT() DIV 2;
    END IF;

-- name: task_look
SELECT {now};
SELECT {now}, k.id, k.locked_at, k.token FROM {p}tasks k FORCE INDEX (due)
 WHERE k.kind = {kind} AND k.phase = {phase}
   AND k.locked_at < {now} - IFNULL((SELECT IF(c.lock_timeout >= 9000000000000000, c.lock_timeout, IFNULL({timeout}, c.lock_timeout))
                                  FROM {p}task_rules c WHERE c.kind = {kind} AND c.phase = {phase}), IFNULL({timeout}, 30000000))
   AND {token_left}
 ORDER BY k.locked_at, k.updated_at, k.id LIMIT {limit} {lock}

-- name: task_take
UPDATE {p}tasks
   SET was_locked_at = locked_at, locked_at = {now}, takeovers = LEAST(takeovers, 9007199254740990) + (IFNULL(owner, '') <> ''),
       owner = {owner}, claim_id = {claim}, token = token + 1, claims = LEAST(claims, 9007199254740990) + 1, change_seq = NEXT VALUE FOR {p}changes
 WHERE {which};
SELECT {now}, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim};
SELECT {now}

-- name: task_by_claim
SELECT {now};
SELECT {now}, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim}

-- name: task_apply
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    START TRANSACTION;
    SELECT 0, k.id, k.owner, k.token, k.phase FROM {p}tasks k WHERE k.id IN ({ids}) FOR UPDATE;
    SET v_now = {now};
    {updates}
    SELECT v_now, {task_columns} FROM {p}tasks k WHERE k.id IN ({ids});
    SELECT v_now;
    COMMIT;
END

-- name: task_set_unlock
locked_at = 0, owner = NULL, change_seq = NEXT VALUE FOR {p}changes

-- name: task_set_extend
locked_at = v_now, change_seq = NEXT VALUE FOR {p}changes

-- name: task_set_relock
locked_at = LEAST(9000000000000000, v_now - {task_timeout} + {wait}), owner = NULL, change_seq = NEXT VALUE FOR {p}changes

-- name: task_set_backoff
locked_at = v_now - {task_timeout} + {backoff}, owner = NULL, change_seq = NEXT VALUE FOR {p}changes

-- name: task_set_fail
locked_at = IF({task_parks}, 9000000000000000, v_now - {task_timeout} + {backoff}), owner = NULL, failures = failures + 1,
    last_error = {error}, change_seq = NEXT VALUE FOR {p}changes

-- name: task_set_advance
locked_at = 0, owner = NULL, updated_at = v_now, failures = 0, last_error = '', phase = {to}, desired_state = {desired},
    change_seq = NEXT VALUE FOR {p}changes

-- name: task_timeout
IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = {p}tasks.kind AND r.phase = {p}tasks.phase), 30000000)

-- name: task_parks
-- True for the failure that reaches the rule's maximum.
(failures + 1 >= IFNULL((SELECT IF(r.max_failures > 0, r.max_failures, 9223372036854775807) FROM {p}task_rules r
  WHERE r.kind = {p}tasks.kind AND r.phase = {p}tasks.phase), 8))

-- name: task_policy
IFNULL((SELECT r.backoff FROM {p}task_rules r WHERE r.kind = {p}tasks.kind AND r.phase = {p}tasks.phase), 'progressive')

-- name: task_backoff
(CASE WHEN {policy} = 'exponential'
                    THEN CAST(TRUNCATE(LEAST(GREATEST(v_now - updated_at, 100000), {task_timeout}) * {jitter}, 0) AS SIGNED)
                    WHEN GREATEST(v_now - updated_at, 0) DIV 1000 > 120000 THEN {task_timeout}
                    ELSE (GREATEST(v_now - updated_at, 0) DIV 1000 + 9) DIV 10 * 1000 END)

-- name: task_relock_forced
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_kind, v_phase VARBINARY(200);
    DECLARE v_done BOOL DEFAULT FALSE;
    START TRANSACTION;
    SELECT kind, phase, IFNULL(owner, '') = {owner} AND token = {token} INTO v_kind, v_phase, v_done
      FROM {p}tasks WHERE id = {id} FOR UPDATE;
    SET v_now = {now};
    IF v_done THEN
        UPDATE {p}tasks
           SET owner = NULL, token = token + 1, failures = 0, change_seq = NEXT VALUE FOR {p}changes,
               locked_at = LEAST(9000000000000000, v_now + {wait}
                           - IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = v_kind AND r.phase = v_phase),
                                    30000000))
         WHERE id = {id};
    END IF;
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'relock', 'task', {id}, {reason}, {evidence}, {command},
                IF(v_done, 'done', 'changed'));
    SELECT v_now, v_done;
    COMMIT;
END

-- name: task_remove
-- A later task of that id has larger tokens.
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_done BOOL DEFAULT FALSE;
    START TRANSACTION;
    SELECT IFNULL(owner, '') = {owner} AND token = {token} INTO v_done FROM {p}tasks WHERE id = {id} FOR UPDATE;
    SET v_now = {now};
    IF v_done THEN
        DELETE FROM {p}tasks WHERE id = {id};
        INSERT INTO {p}removed (entity, k) VALUES ('task', {id});
        UPDATE {p}meta SET v = GREATEST(v, {token}) WHERE k = 'token_floor';
    END IF;
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'remove', 'task', {id}, {reason}, {evidence}, {command}, IF(v_done, 'done', 'changed'));
    SELECT v_now, v_done;
    COMMIT;
END

-- name: task_ended
-- Unlocked, and not moved since.
locked_at = 0 AND updated_at < v_now - {older}

-- name: task_ended_late
-- Relocked before the phase was final.
locked_at > 0 AND locked_at < v_now - {older} AND updated_at < v_now - {older}

-- name: task_collect
BEGIN NOT ATOMIC
    DECLARE v_now, v_top, v_token, v_gone BIGINT DEFAULT 0;
    START TRANSACTION;
    SET v_now = {now};
    -- No task has the empty id; a session that must not write fails here.
    DELETE FROM {p}tasks WHERE id = '';
    IF (SELECT lock_timeout FROM {p}task_rules WHERE kind = {kind} AND phase = {phase}) >= 9000000000000000 THEN
        FOR v_row IN (SELECT id, token FROM {p}tasks FORCE INDEX (due)
                       WHERE kind = {kind} AND phase = {phase} AND {place} AND IFNULL(owner, '') = ''
                       ORDER BY locked_at, updated_at, id LIMIT {limit} FOR UPDATE SKIP LOCKED) DO
            DELETE FROM {p}tasks WHERE id = v_row.id;
            INSERT INTO {p}removed (entity, k) VALUES ('task', v_row.id);
            SET v_gone = v_gone + 1, v_token = GREATEST(v_token, v_row.token);
        END FOR;
    END IF;
    IF v_gone > 0 THEN
        UPDATE {p}meta SET v = GREATEST(v, v_token) WHERE k = 'token_floor';
        {removed_prune};
    END IF;
    SELECT v_now, v_gone;
    COMMIT;
END

-- name: task_rule_set
INSERT INTO {p}task_rules (kind, phase, lock_timeout, backoff, max_failures)
VALUES ({kind}, {phase}, {lock_timeout}, {backoff}, {max_failures})
ON DUPLICATE KEY UPDATE lock_timeout = VALUES(lock_timeout), backoff = VALUES(backoff), max_failures = VALUES(max_failures);
SELECT {now}

-- name: task_rules
SELECT {now};
SELECT {now}, kind, phase, lock_timeout, backoff, max_failures FROM {p}task_rules ORDER BY kind, phase

-- name: task_counts
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_kind, v_phase, v_next VARBINARY(200) DEFAULT '';
    DECLARE v_timeout, v_failures BIGINT;
    walk: LOOP
        SET v_next = NULL;
        SELECT kind, phase, phase INTO v_kind, v_phase, v_next FROM {p}tasks FORCE INDEX (due)
         WHERE kind = v_kind AND phase > v_phase ORDER BY kind, phase LIMIT 1;
        IF v_next IS NULL THEN
            SELECT kind, phase, phase INTO v_kind, v_phase, v_next FROM {p}tasks FORCE INDEX (due)
             WHERE kind > v_kind ORDER BY kind, phase LIMIT 1;
        END IF;
        IF v_next IS NULL THEN
            LEAVE walk;
        END IF;
        SET v_timeout = 30000000, v_failures = 8;
        SELECT lock_timeout, max_failures INTO v_timeout, v_failures FROM {p}task_rules
         WHERE kind = v_kind AND phase = v_phase;
        SELECT v_now, v_kind, v_phase, IFNULL(SUM(s.owner <> '' AND NOT s.due), 0),
               IFNULL(SUM(IFNULL(s.owner, '') = '' AND NOT s.due), 0), IFNULL(SUM(IFNULL(s.owner, '') = '' AND s.due), 0),
               IFNULL(SUM(s.owner <> '' AND s.due), 0), SUM(s.failures >= v_failures), COUNT(*), v_timeout
          FROM (SELECT owner, failures, locked_at < v_now - v_timeout AS due FROM {p}tasks
                 WHERE kind = v_kind AND phase = v_phase LIMIT {cap}) s;
    END LOOP;
    SELECT v_now;
END

-- name: task_find
SELECT n.now, {task_columns}
  FROM (SELECT {now} AS now) n LEFT JOIN {p}tasks k ON k.id = {id}

-- name: task_list
SELECT {now};
SELECT {now}, {task_columns}, k.change_seq
  FROM {p}tasks k WHERE {where} {order} {limit}
