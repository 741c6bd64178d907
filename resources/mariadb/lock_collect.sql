BEGIN NOT ATOMIC
    DECLARE v_now, v_gone, v_top BIGINT DEFAULT 0;
    START TRANSACTION;
    SET v_now = {now};
    DELETE FROM {p}waiters WHERE until_at <= v_now;
    FOR v_row IN (SELECT name, token FROM {p}locks
                   WHERE IFNULL(owner, '') = '' AND IFNULL(cooling_until, 0) <= v_now
                     AND IFNULL(released_at, IFNULL(acquired_at, 0)) < v_now - {older} ORDER BY name FOR UPDATE) DO
        DELETE FROM {p}locks WHERE name = v_row.name;
        INSERT INTO {p}removed (entity, k) VALUES ('lock', v_row.name);
        SET v_gone = v_gone + 1, v_top = GREATEST(v_top, v_row.token);
    END FOR;
    IF v_gone > 0 THEN
        UPDATE {p}meta SET v = GREATEST(v, v_top) WHERE k = 'token_floor';
        {prune};
    END IF;
    SELECT v_now, v_gone;
    COMMIT;
END
