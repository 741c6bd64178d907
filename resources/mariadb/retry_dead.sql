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
