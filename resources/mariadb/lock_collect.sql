BEGIN NOT ATOMIC
    DECLARE v_now, v_gone, v_looked, v_token, v_top BIGINT DEFAULT 0;
    DECLARE v_last VARBINARY(200);
    START TRANSACTION;
    SET v_now = {now};
    IF {after} = '' THEN
        DELETE FROM {p}waiters WHERE until_at <= v_now;
    END IF;
    SELECT MAX(name), COUNT(*) INTO v_last, v_looked
      FROM (SELECT name FROM {p}locks WHERE name > {after} ORDER BY name LIMIT {limit}) page;
    -- Looked for without locks, and held by its key alone: nobody waits for a row that stays.
    FOR v_row IN (SELECT name FROM {p}locks
                   WHERE name > {after} AND name <= v_last AND IFNULL(owner, '') = '' AND IFNULL(cooling_until, 0) <= v_now
                     AND IFNULL(released_at, IFNULL(acquired_at, 0)) < v_now - {older} ORDER BY name) DO
        SET v_token = NULL;
        SELECT token INTO v_token FROM {p}locks
         WHERE name = v_row.name AND IFNULL(owner, '') = '' AND IFNULL(cooling_until, 0) <= v_now
           AND IFNULL(released_at, IFNULL(acquired_at, 0)) < v_now - {older} FOR UPDATE;
        IF v_token IS NOT NULL THEN
            DELETE FROM {p}locks WHERE name = v_row.name;
            INSERT INTO {p}removed (entity, k) VALUES ('lock', v_row.name);
            SET v_gone = v_gone + 1, v_top = GREATEST(v_top, v_token);
        END IF;
    END FOR;
    IF v_gone > 0 THEN
        UPDATE {p}meta SET v = GREATEST(v, v_top) WHERE k = 'token_floor';
        {prune};
    END IF;
    SELECT v_now, v_gone, v_looked, v_last;
    COMMIT;
END
