-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: worker_beat
INSERT INTO {p}workers (id, host, pid, role, kinds, state, doing, doing_since, lease_until, period, claims, done, relocked,
                        failed, refused, wait_p50, hold_p50, started_at, beat_at)
VALUES ({id}, {host}, {pid}, {role}, {kinds}, {state}, {doing}, {doing_since}, {lease_until}, {period}, {claims}, {done},
        {relocked}, {failed}, {refused}, {wait_p50}, {hold_p50}, {now}, {now})
ON DUPLICATE KEY UPDATE
    host = VALUES(host), pid = VALUES(pid), role = VALUES(role), kinds = VALUES(kinds), state = VALUES(state),
    doing = VALUES(doing), doing_since = VALUES(doing_since), lease_until = VALUES(lease_until), period = VALUES(period),
    claims = VALUES(claims), done = VALUES(done), relocked = VALUES(relocked), failed = VALUES(failed),
    refused = VALUES(refused), wait_p50 = VALUES(wait_p50), hold_p50 = VALUES(hold_p50), beat_at = VALUES(beat_at),
    change_seq = NEXT VALUE FOR {p}changes;
SELECT {now}, control, slow_by FROM {p}workers WHERE id = {id}

-- name: worker_leave
BEGIN NOT ATOMIC
    START TRANSACTION;
    DELETE FROM {p}workers WHERE id = {id};
    IF ROW_COUNT() > 0 THEN
        INSERT INTO {p}removed (entity, k) VALUES ('worker', {id});
    END IF;
    SELECT {now};
    COMMIT;
END

-- name: worker_order
BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_known INT DEFAULT 0;
    START TRANSACTION;
    SELECT 1 INTO v_known FROM {p}workers WHERE id = {id} FOR UPDATE;
    SET v_now = {now};
    UPDATE {p}workers SET control = {control}, slow_by = {slow_by}, change_seq = NEXT VALUE FOR {p}changes WHERE id = {id};
    IF v_known = 1 AND {who} <> '' THEN
        INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, CONCAT('worker-', {control}), 'worker', {id}, {reason}, {evidence}, {command}, 'done');
    END IF;
    SELECT v_now, k.id, k.host, k.pid, k.role, k.kinds, k.state, k.doing, k.doing_since, k.lease_until, k.period,
           k.started_at, k.beat_at,
       k.control, k.slow_by, k.claims, k.done, k.relocked, k.failed, k.refused, k.wait_p50, k.hold_p50
      FROM {p}workers k WHERE k.id = {id};
    SELECT v_now;
    COMMIT;
END

-- name: worker_collect
BEGIN NOT ATOMIC
    DECLARE v_now, v_top, v_gone BIGINT DEFAULT 0;
    START TRANSACTION;
    SET v_now = {now};
    FOR v_row IN (SELECT id FROM {p}workers WHERE beat_at < v_now - {silent} ORDER BY id LIMIT {limit} FOR UPDATE SKIP LOCKED) DO
        DELETE FROM {p}workers WHERE id = v_row.id;
        INSERT INTO {p}removed (entity, k) VALUES ('worker', v_row.id);
        SET v_gone = v_gone + 1;
    END FOR;
    IF v_gone > 0 THEN
        {removed_prune};
    END IF;
    SELECT v_now, v_gone;
    COMMIT;
END

-- name: worker_list
SELECT {now};
SELECT {now}, k.id, k.host, k.pid, k.role, k.kinds, k.state, k.doing, k.doing_since, k.lease_until, k.period,
       k.started_at, k.beat_at,
       k.control, k.slow_by, k.claims, k.done, k.relocked, k.failed, k.refused, k.wait_p50, k.hold_p50, k.change_seq
  FROM {p}workers k WHERE {where} {order} {limit}
