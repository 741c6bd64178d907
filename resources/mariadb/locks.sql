-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: lock_acquire
BEGIN NOT ATOMIC
    DECLARE v_found, v_extended BOOL DEFAULT FALSE;
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_cooling, v_ends BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_requests VARBINARY(1600);
    DECLARE v_result VARCHAR(8) DEFAULT 'acquired';
    START TRANSACTION;
    SELECT TRUE, owner, token, holds, acquired_at, expires_at, cooling_until, requests
      INTO v_found, v_owner, v_token, v_holds, v_acquired, v_expires, v_cooling, v_requests
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    IF NOT v_found THEN
        INSERT INTO {p}locks (name, token, holds, change_seq) VALUES ({name}, 0, 0, 0) ON DUPLICATE KEY UPDATE name = name;
        IF ROW_COUNT() = 1 THEN
            SET v_token = 0;
        ELSE
            SELECT owner, token, holds, acquired_at, expires_at, cooling_until, requests
              INTO v_owner, v_token, v_holds, v_acquired, v_expires, v_cooling, v_requests
              FROM {p}locks WHERE name = {name} FOR UPDATE;
        END IF;
    END IF;
    SET v_now = {now};
    SET v_ends = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    IF IFNULL(v_owner, '') = '' AND v_cooling > v_now THEN
        SET v_result = 'cooling', v_owner = NULL, v_expires = v_cooling;
    ELSEIF IFNULL(v_owner, '') <> '' AND IFNULL(v_expires > v_now, TRUE) THEN
        IF v_owner <> {owner} THEN
            SET v_result = 'busy';
        ELSEIF LOCATE({mark}, v_requests) = 0 THEN
            SET v_holds = v_holds + 1, v_extended = IFNULL(v_ends > v_expires, FALSE);
            SET v_expires = IF(v_extended, v_ends, v_expires);
            UPDATE {p}locks
               SET holds = v_holds, expires_at = v_expires, lease_us = IF(v_extended, {lease}, lease_us),
                   requests = RIGHT(CONCAT(v_requests, {mark}), 1600), change_seq = NEXT VALUE FOR {p}changes
             WHERE name = {name};
        END IF;
    ELSE
        IF v_token <= 0 THEN
            SET v_token = GREATEST(
                IFNULL((SELECT MAX(v) FROM {p}meta WHERE k IN ('token_floor', 'token_base')), 0),
                IFNULL((SELECT largest FROM {p}fences WHERE resource = {name}), 0));
        ELSE
            SET v_token = GREATEST(v_token, IFNULL((SELECT v FROM {p}meta WHERE k = 'token_base'), 0));
        END IF;
        IF v_token >= 9007199254740991 THEN
            SET v_result = 'used up';
            ROLLBACK;
        ELSE
            SET v_owner = {owner}, v_token = v_token + 1, v_holds = 1, v_acquired = v_now, v_expires = v_ends;
            UPDATE {p}locks
               SET owner = {owner}, token = v_token, holds = 1, lease_us = {lease}, acquired_at = v_now, renewed_at = NULL,
                   expires_at = v_ends, cooling_until = NULL, released_at = NULL, last_owner = '', reason = '', renewals = 0,
                   requests = {mark}, change_seq = NEXT VALUE FOR {p}changes
             WHERE name = {name};
        END IF;
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, v_extended, v_acquired, v_expires;
    COMMIT;
END

-- name: lock_renew
BEGIN NOT ATOMIC
    DECLARE v_extended BOOL DEFAULT FALSE;
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_ends BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_result VARCHAR(10) DEFAULT 'renewed';
    START TRANSACTION;
    SELECT owner, token, holds, acquired_at, expires_at INTO v_owner, v_token, v_holds, v_acquired, v_expires
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF IFNULL(v_owner, '') <> {owner} THEN
        SET v_result = 'not_owner';
    ELSEIF v_token <> {token} THEN
        SET v_result = 'stale';
    ELSEIF v_expires <= v_now THEN
        SET v_result = 'expired';
    ELSE
        SET v_ends = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
        SET v_extended = IFNULL(v_ends > v_expires, FALSE);
        SET v_expires = IF(v_extended, v_ends, v_expires);
        UPDATE {p}locks
           SET expires_at = v_expires, renewed_at = v_now, renewals = renewals + 1,
               lease_us = IF(v_extended, {lease}, lease_us), change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, v_extended, v_acquired, v_expires;
    COMMIT;
END

-- name: lock_release
BEGIN NOT ATOMIC
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_cool BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_result VARCHAR(10) DEFAULT 'released';
    START TRANSACTION;
    SELECT owner, token, holds, acquired_at, expires_at INTO v_owner, v_token, v_holds, v_acquired, v_expires
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF IFNULL(v_owner, '') <> {owner} THEN
        SET v_result = 'not_owner';
    ELSEIF v_token <> {token} THEN
        SET v_result = 'stale';
    ELSEIF v_expires <= v_now THEN
        SET v_result = 'expired';
    ELSEIF v_holds > 1 THEN
        SET v_result = 'still_held', v_holds = v_holds - 1;
        UPDATE {p}locks
           SET holds = v_holds, requests = LEFT(requests, GREATEST(LENGTH(requests) - 25, 0)),
               change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    ELSE
        IF {at_least} > 0 THEN
            SET v_cool = IFNULL(v_acquired, v_now);
            SET v_cool = IF({at_least} > 9000000000000000 - v_cool, 9000000000000000, v_cool + {at_least});
        END IF;
        SET v_expires = IF(v_cool > v_now, v_cool, NULL);
        SET v_result = IF(v_expires IS NULL, 'released', 'cooling'), v_holds = 0;
        UPDATE {p}locks
           SET last_owner = owner, owner = NULL, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL,
               expires_at = NULL, renewals = 0, requests = '', cooling_until = v_expires, released_at = v_now, reason = '',
               change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
        SET v_owner = NULL;
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, FALSE, v_acquired, v_expires;
    COMMIT;
END

-- name: lock_force_release
BEGIN NOT ATOMIC
    DECLARE v_now, v_token BIGINT;
    START TRANSACTION;
    SELECT IF({where}, token + 1, NULL) INTO v_token FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF v_token IS NOT NULL THEN
        UPDATE {p}locks
           SET last_owner = owner, owner = NULL, holds = 0, token = v_token, lease_us = NULL, acquired_at = NULL,
               renewed_at = NULL, expires_at = NULL, renewals = 0, requests = '', cooling_until = {cooling},
               released_at = v_now, reason = {reason}, change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
        INSERT INTO {p}fences (resource, largest) VALUES ({name}, v_token)
            ON DUPLICATE KEY UPDATE largest = GREATEST(largest, v_token);
    END IF;
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, {action}, 'lock', {name}, {reason}, {evidence}, {command},
                IF(v_token IS NULL, 'changed', 'released'));
    SELECT v_now, v_token, IF(v_token IS NULL, NULL, {cooling});
    COMMIT;
END

-- name: lock_force_release_cooling
LEAST(v_now + {us}, {end})

-- name: lock_end_cooling
BEGIN NOT ATOMIC
    DECLARE v_now, v_token BIGINT;
    START TRANSACTION;
    SELECT IF(IFNULL(owner, '') = '' AND token = {token} AND cooling_until = {until}, token, NULL) INTO v_token
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF {until} <= v_now THEN
        SET v_token = NULL;
    END IF;
    IF v_token IS NOT NULL THEN
        UPDATE {p}locks SET cooling_until = NULL, reason = {reason}, change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    END IF;
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'end-hold-off', 'lock', {name}, {reason}, {evidence}, {command},
                IF(v_token IS NULL, 'changed', 'released'));
    SELECT v_now, v_token;
    COMMIT;
END

-- name: lock_collect
BEGIN NOT ATOMIC
    DECLARE v_now, v_gone, v_looked, v_token, v_top BIGINT DEFAULT 0;
    DECLARE v_last VARBINARY(200);
    START TRANSACTION;
    SET v_now = {now};
    IF {after} = '' THEN
        DELETE FROM {p}waiters WHERE until_at <= v_now;
    END IF;
    SELECT MAX(name), COUNT(*) INTO v_last, v_looked
      FROM (SELECT name FROM {p}locks WHERE name > {after} ORDER BY name LIMIT {limit}) page;
    -- Read without locks, and locked by its key alone: no session waits for a row that stays.
    FOR v_row IN (SELECT name FROM {p}locks
                   WHERE name > {after} AND name <= v_last AND IFNULL(owner, '') = '' AND IFNULL(cooling_until, 0) <= v_now
                     AND IFNULL(released_at, IFNULL(acquired_at, 0)) < v_now - {older} ORDER BY name) DO
        SET v_token = NULL;
        SELECT token INTO v_token FROM {p}locks
         WHERE name = v_row.name AND IFNULL(owner, '') = '' AND IFNULL(cooling_until, 0) <= v_now
           AND IFNULL(released_at, IFNULL(acquired_at, 0)) < v_now - {older} FOR UPDATE;
        IF v_token IS NOT NULL THEN
            DELETE FROM {p}locks WHERE name = v_row.name;
            INSERT INTO {p}removed (entity, k) VALUES ('lock', v_row.name);
            SET v_gone = v_gone + 1, v_top = GREATEST(v_top, v_token);
        END IF;
    END FOR;
    IF v_gone > 0 THEN
        UPDATE {p}meta SET v = GREATEST(v, v_top) WHERE k = 'token_floor';
        {removed_prune};
    END IF;
    SELECT v_now, v_gone, v_looked, v_last;
    COMMIT;
END

-- name: lock_find
SELECT n.now, k.name, k.owner, k.token, k.holds, k.lease_us, k.acquired_at, k.renewed_at, k.expires_at, k.cooling_until,
       k.released_at, k.last_owner, k.reason, k.renewals, k.requests,
       (SELECT COUNT(*) FROM {p}waiters w WHERE w.name = k.name AND w.until_at > n.now) AS waiters
  FROM (SELECT {now} AS now) n LEFT JOIN {p}locks k ON k.name = {name}

-- name: lock_state
(CASE WHEN coalesce(k.owner, '') = '' THEN CASE WHEN k.cooling_until > {now} THEN 'cooling' ELSE 'free' END
      WHEN k.expires_at IS NULL THEN 'held' WHEN k.expires_at <= {now} THEN 'expired'
      WHEN k.expires_at - {now} <= k.lease_us DIV 3 THEN 'closing' ELSE 'held' END)

-- name: lock_list
SELECT {now};
SELECT {now}, k.name, k.owner, k.token, k.holds, k.lease_us, k.acquired_at, k.renewed_at, k.expires_at, k.cooling_until,
       k.released_at, k.last_owner, k.reason, k.renewals, k.requests,
       (SELECT COUNT(*) FROM {p}waiters w WHERE w.name = k.name AND w.until_at > {now}) AS waiters, k.change_seq
  FROM {p}locks k
 WHERE {where} {order} {limit}

-- name: wait_announce
INSERT INTO {p}waiters (name, owner, since_at, until_at)
SELECT {name}, {owner}, n.now, IF({at_most} > 9000000000000000 - n.now, 9000000000000000, n.now + {at_most})
  FROM (SELECT {now} AS now) n
ON DUPLICATE KEY UPDATE since_at = IF(until_at > VALUES(since_at), since_at, VALUES(since_at)), until_at = VALUES(until_at);
SELECT {now}

-- name: wait_withdraw
DELETE FROM {p}waiters WHERE name = {name} AND owner = {owner};
SELECT {now}

-- name: wait_count
SELECT n.now, (SELECT COUNT(*) FROM {p}waiters w WHERE w.name = {name} AND w.until_at > n.now) FROM (SELECT {now} AS now) n

-- name: wait_list
SELECT {now};
SELECT {now}, k.name, k.owner, k.since_at, k.until_at FROM {p}waiters k WHERE k.until_at > {now} AND {where} {order} {limit}
