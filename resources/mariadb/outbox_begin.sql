BEGIN NOT ATOMIC
    DECLARE v_now, v_until, v_seq BIGINT;
    START TRANSACTION;
    SELECT seq INTO v_seq FROM {p}outbox
     WHERE id = {id} AND owner = {owner} AND token = {token} AND state = 'sending' FOR UPDATE;
    SET v_now = {now};
    SET v_until = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    UPDATE {p}outbox SET begun_at = v_now, lease_until = v_until, next_at = v_until, change_seq = NEXT VALUE FOR {p}changes
     WHERE seq = v_seq;
    {rest}
    SELECT v_now, v_seq IS NOT NULL;
    COMMIT;
END
