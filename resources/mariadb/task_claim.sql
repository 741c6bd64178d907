BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_due BIGINT DEFAULT 0;
    DECLARE v_limit BIGINT DEFAULT {limit};
    DECLARE v_locked1, v_updated1, v_locked2, v_updated2 BIGINT;
    DECLARE v_id1, v_id2 VARBINARY(200);
    {handler}
    SET v_due = v_now - IFNULL({timeout}, IFNULL((SELECT lock_timeout FROM {p}task_rules
                                                   WHERE kind = {kind} AND phase = {phase}), 30000000));
    {looks}
    START TRANSACTION;
    {guard}
    {passes}
    SELECT v_now, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.claim_id = {claim};
    SELECT v_now;
    COMMIT;
    {after}
END
