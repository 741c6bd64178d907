BEGIN NOT ATOMIC
    START TRANSACTION;
    DELETE FROM {p}workers WHERE id = {id};
    IF ROW_COUNT() > 0 THEN
        INSERT INTO {p}removed (entity, k) VALUES ('worker', {id});
    END IF;
    SELECT {now};
    COMMIT;
END
