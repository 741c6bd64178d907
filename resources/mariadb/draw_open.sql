BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_added BIGINT;
    START TRANSACTION;
    INSERT INTO {p}draws (event, places, opened_at) VALUES ({event}, {places}, v_now)
        ON DUPLICATE KEY UPDATE event = VALUES(event);
    SET v_added = ROW_COUNT();
    SELECT v_now, event, places, last_seq, last_rank, leader_token, v_added = 1 FROM {p}draws WHERE event = {event};
    COMMIT;
END
