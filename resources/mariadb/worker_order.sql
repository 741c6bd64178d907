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
