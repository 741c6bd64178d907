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
