-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: outbox_columns
k.id, k.seq, k.topic, k.payload, k.state, k.tries, k.created_at, k.next_at, k.owner, k.token, k.claim_id, k.lease_until,
       k.sent_at, k.last_error, k.cuts, k.begun_at

-- name: outbox_add
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_added BIGINT;
    START TRANSACTION;
    INSERT INTO {p}outbox (id, topic, payload, created_at, next_at, change_seq)
    VALUES ({id}, {topic}, {payload}, v_now, v_now, 0) ON DUPLICATE KEY UPDATE id = VALUES(id);
    SET v_added = ROW_COUNT();
    IF v_added = 1 THEN
        UPDATE {p}outbox SET change_seq = NEXT VALUE FOR {p}changes WHERE id = {id};
    END IF;
    SELECT v_now, v_added;
    COMMIT;
END

-- name: outbox_add_row
INSERT IGNORE INTO {p}outbox (id, topic, payload, created_at, next_at, change_seq)
SELECT {id}, {topic}, {payload}, n.now, n.now, 0 FROM (SELECT {now} AS now) n

-- name: outbox_add_stamp
UPDATE {p}outbox SET change_seq = NEXT VALUE FOR {p}changes WHERE id = {id}

-- name: outbox_claim
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_until, v_limit BIGINT DEFAULT {limit};
    {handler}
    SET v_until = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    START TRANSACTION;
    {guard}
    FOR v_row IN (SELECT seq FROM {p}outbox FORCE INDEX (due)
                   WHERE next_at <= v_now{of_topic} AND {token_left}
                     AND (state = 'pending' OR (state = 'sending' AND IFNULL(lease_until, 0) <= v_now))
                   ORDER BY next_at, seq LIMIT v_limit FOR UPDATE SKIP LOCKED) DO
        UPDATE {p}outbox
           SET cuts = LEAST(cuts, 9007199254740990) + IF(state = 'sending' AND begun_at IS NOT NULL, 1, 0), begun_at = NULL,
               state = 'sending', owner = {owner}, claim_id = {claim}, token = token + 1,
               was_next_at = next_at, next_at = v_until, lease_until = v_until, change_seq = NEXT VALUE FOR {p}changes
         WHERE seq = v_row.seq;
    END FOR;
    SELECT v_now, {outbox_columns}, k.was_next_at FROM {p}outbox k WHERE k.claim_id = {claim};
    SELECT v_now;
    {commit}
    {after}
END

-- name: outbox_begin
BEGIN NOT ATOMIC
    DECLARE v_now, v_until, v_seq BIGINT;
    START TRANSACTION;
    SELECT seq INTO v_seq FROM {p}outbox
     WHERE id = {id} AND owner = {owner} AND token = {token} AND state = 'sending' FOR UPDATE;
    SET v_now = {now};
    SET v_until = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    UPDATE {p}outbox SET begun_at = v_now, lease_until = v_until, next_at = v_until, change_seq = NEXT VALUE FOR {p}changes
     WHERE seq = v_seq;
    {rest}
    SELECT v_now, v_seq IS NOT NULL;
    COMMIT;
END

-- name: outbox_extend
UPDATE {p}outbox SET lease_until = v_until, next_at = v_until, change_seq = NEXT VALUE FOR {p}changes
     WHERE id IN ({ids}) AND claim_id = {claim} AND owner = {owner} AND state = 'sending' AND v_seq IS NOT NULL;

-- name: outbox_set_sent
state = 'sent', next_at = NULL, sent_at = v_now, last_error = '', begun_at = NULL, lease_until = NULL, change_seq = NEXT VALUE FOR {p}changes

-- name: outbox_set_unsent
-- The count last: the expressions before it read the previous one.
state = IF(tries + cuts + {failed} >= {max_tries}, 'dead', 'pending'),
    next_at = IF(tries + cuts + {failed} >= {max_tries}, NULL, v_now + {wait}), sent_at = NULL, owner = NULL, last_error = {error},
    begun_at = NULL, lease_until = NULL, change_seq = NEXT VALUE FOR {p}changes, tries = tries + {failed}

-- name: outbox_settle
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    {begin}
    SELECT 0, k.id, k.owner, k.token, k.state FROM {p}outbox k WHERE k.id IN ({ids}) FOR UPDATE;
    SET v_now = {now};
    {updates}
    SELECT v_now, {outbox_columns} FROM {p}outbox k WHERE k.id IN ({ids});
    SELECT v_now;
    COMMIT;
END

-- name: outbox_backlog
SELECT n.now,
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state IN ('pending', 'sending'){of_topic} LIMIT 100001) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending'{of_topic} AND next_at > {now} AND lease_until > {now}
                               LIMIT 100001) p),
       (SELECT MIN(o.at) FROM (SELECT MIN(created_at) AS at FROM {p}outbox WHERE state = 'pending'{of_topic}
                               UNION ALL SELECT MIN(created_at) FROM {p}outbox WHERE state = 'sending'{of_topic}) o),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state IN ('pending', 'sending', 'sent', 'dead'){of_topic}
                                 AND created_at > {now} - 60000000 LIMIT 1000000) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE sent_at > {now} - 60000000{of_topic} LIMIT 1000000) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'dead'{of_topic} LIMIT 100001) p),
       (SELECT next_at FROM {p}outbox FORCE INDEX (due) WHERE next_at > -1{of_topic} AND state IN ('pending', 'sending')
         ORDER BY next_at, seq LIMIT 1)
  FROM (SELECT {now} AS now) n

-- name: outbox_retry_dead
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    START TRANSACTION;
    SET v_now = {now};
    FOR v_row IN (SELECT seq, id FROM {p}outbox WHERE state = 'dead'{which} ORDER BY seq FOR UPDATE) DO
        UPDATE {p}outbox
           SET state = 'pending', tries = 0, cuts = 0, next_at = v_now, owner = NULL, lease_until = NULL,
               change_seq = NEXT VALUE FOR {p}changes
         WHERE seq = v_row.seq;
        SELECT v_now, {outbox_columns} FROM {p}outbox k WHERE k.seq = v_row.seq;
    END FOR;
    SELECT v_now;
    COMMIT;
END

-- name: outbox_collect
BEGIN NOT ATOMIC
    DECLARE v_now, v_gone BIGINT;
    DELETE FROM {p}outbox WHERE sent_at < {now} - {older} AND state = 'sent' ORDER BY sent_at LIMIT {limit};
    SET v_gone = ROW_COUNT();
    SELECT {now}, v_gone;
END

-- name: outbox_find
SELECT n.now, {outbox_columns} FROM (SELECT {now} AS now) n LEFT JOIN {p}outbox k ON k.id = {id}

-- name: outbox_list
SELECT {now};
SELECT {now}, {outbox_columns}, k.change_seq FROM {p}outbox k WHERE {where} {order} {limit}
