BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_due BIGINT DEFAULT 0;
    DECLARE v_id VARBINARY(200);
    SET v_due = v_now - IFNULL({timeout}, IFNULL((SELECT lock_timeout FROM {p}task_rules
                                                   WHERE kind = {kind} AND phase = {phase}), 30000000));
    START TRANSACTION;
    {passes}
    UPDATE {p}tasks
       SET was_locked_at = locked_at, locked_at = v_now, takeovers = takeovers + (IFNULL(owner, '') <> ''),
           owner = {owner}, claim_id = {claim}, token = token + 1, claims = claims + 1,
           change_seq = NEXT VALUE FOR {p}changes
     WHERE id = v_id;
    SELECT v_now, {task_columns}, k.was_locked_at FROM {p}tasks k WHERE k.id = v_id;
    SELECT v_now;
    COMMIT;
END
