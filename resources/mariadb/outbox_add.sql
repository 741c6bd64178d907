BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_added BIGINT;
    START TRANSACTION;
    INSERT INTO {p}outbox (id, topic, payload, created_at, next_at, change_seq)
    VALUES ({id}, {topic}, {payload}, v_now, v_now, 0) ON DUPLICATE KEY UPDATE id = VALUES(id);
    SET v_added = ROW_COUNT();
    IF v_added = 1 THEN
        UPDATE {p}outbox SET change_seq = NEXT VALUE FOR {p}changes WHERE id = {id};
    END IF;
    SELECT v_now, v_added;
    COMMIT;
END
