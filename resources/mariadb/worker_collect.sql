BEGIN NOT ATOMIC
    DECLARE v_now, v_top, v_gone BIGINT DEFAULT 0;
    START TRANSACTION;
    SET v_now = {now};
    FOR v_row IN (SELECT id FROM {p}workers WHERE beat_at < v_now - {silent} ORDER BY id LIMIT {limit} FOR UPDATE SKIP LOCKED) DO
        DELETE FROM {p}workers WHERE id = v_row.id;
        INSERT INTO {p}removed (entity, k) VALUES ('worker', v_row.id);
        SET v_gone = v_gone + 1;
    END FOR;
    IF v_gone > 0 THEN
        {prune};
    END IF;
    SELECT v_now, v_gone;
    COMMIT;
END
