-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: draw_open
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_added BIGINT;
    START TRANSACTION;
    INSERT INTO {p}draws (event, places, opened_at) VALUES ({event}, {places}, v_now)
        ON DUPLICATE KEY UPDATE event = VALUES(event);
    SET v_added = ROW_COUNT();
    SELECT v_now, event, places, last_seq, last_rank, leader_token, v_added = 1 FROM {p}draws WHERE event = {event};
    COMMIT;
END

-- name: draw_find
SELECT n.now, d.event, d.places, d.last_seq, d.last_rank, d.leader_token, FALSE
  FROM (SELECT {now} AS now) n LEFT JOIN {p}draws d ON d.event = {event}

-- name: draw_apply
BEGIN NOT ATOMIC
    DECLARE v_found BOOL DEFAULT FALSE;
    DECLARE v_now, v_places, v_last, v_ranked BIGINT;
    DECLARE v_added BIGINT DEFAULT 0;
    START TRANSACTION;
    SELECT TRUE, places, last_seq, last_rank INTO v_found, v_places, v_last, v_ranked
      FROM {p}draws WHERE event = {event} FOR UPDATE;
    SET v_now = {now};
    -- A number given by others than these could be one that another person has.
    IF v_last < 0 OR v_last >= 9007199254740991 OR v_ranked < 0 OR v_ranked > v_last THEN
        ROLLBACK;
        SIGNAL SQLSTATE '22003' SET MYSQL_ERRNO = 1690,
            MESSAGE_TEXT = 'the draw''s last_seq or last_rank is not a number that Lockdesk wrote; nothing was changed. Correct it';
    END IF;
    IF v_found THEN
        INSERT INTO {p}draw_entries (event, person, seq, applied_at)
        SELECT {event}, n.person, n.seq, v_now
          FROM (SELECT c.person, v_last + ROW_NUMBER() OVER (ORDER BY c.at) AS seq
                  FROM (WITH p (person, at) AS (VALUES {candidates}) SELECT person, at FROM p) c
                  LEFT JOIN {p}draw_entries e ON e.event = {event} AND e.person = c.person
                 WHERE e.seq IS NULL) n
         WHERE n.seq <= v_places;
        SET v_added = ROW_COUNT();
        IF v_added > 0 THEN
            UPDATE {p}draws SET last_seq = v_last + v_added WHERE event = {event};
        END IF;
    END IF;
    SELECT v_now, e.event, e.person, e.seq, e.`rank`, e.applied_at
      FROM {p}draw_entries e WHERE e.event = {event} AND e.person IN ({persons});
    SELECT v_now, v_found, v_last;
    COMMIT;
END

-- name: draw_consume
BEGIN NOT ATOMIC
    DECLARE v_found BOOL DEFAULT FALSE;
    DECLARE v_now, v_seq, v_before, v_last, v_leader BIGINT;
    START TRANSACTION;
    SELECT TRUE, last_seq, last_rank, last_rank, leader_token INTO v_found, v_seq, v_before, v_last, v_leader
      FROM {p}draws WHERE event = {event} FOR UPDATE;
    SET v_now = {now};
    IF v_seq < 0 OR v_seq >= 9007199254740991 OR v_before < 0 OR v_before > v_seq THEN
        ROLLBACK;
        SIGNAL SQLSTATE '22003' SET MYSQL_ERRNO = 1690,
            MESSAGE_TEXT = 'the draw''s last_seq or last_rank is not a number that Lockdesk wrote; nothing was changed. Correct it';
    END IF;
    IF v_found AND {token} >= v_leader THEN
        SET v_last = v_before + LEAST({limit}, v_seq - v_before);
        UPDATE {p}draws SET last_rank = v_last, leader_token = {token} WHERE event = {event};
        UPDATE {p}draw_entries SET `rank` = seq WHERE event = {event} AND seq > v_before AND seq <= v_last;
    END IF;
    SELECT v_now, e.event, e.person, e.seq, e.`rank`, e.applied_at
      FROM {p}draw_entries e WHERE e.event = {event} AND e.seq > v_before AND e.seq <= v_last ORDER BY e.seq;
    SELECT v_now, v_found, {token} < v_leader, v_seq - v_last;
    COMMIT;
END

-- name: draw_list
SELECT {now};
SELECT {now}, k.event, k.person, k.seq, k.`rank`, k.applied_at FROM {p}draw_entries k WHERE {where} {order} {limit}
