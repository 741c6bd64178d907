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
