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
           SET owner = NULL, token = token + 1, change_seq = NEXT VALUE FOR {p}changes,
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
