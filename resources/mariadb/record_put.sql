BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    START TRANSACTION;
    INSERT INTO {p}records (id, value, version, version_by) VALUES ({id}, '', '', {by})
        ON DUPLICATE KEY UPDATE id = VALUES(id);
    SET v_now = {now};
    UPDATE {p}records
       SET version = CASE WHEN {by} = 'hash' THEN SHA2({value}, 256)
                          WHEN version = '' OR version_by = 'hash' THEN IF({by} = 'integer', 1, v_now)
                          WHEN {by} = 'integer' THEN CAST(version AS SIGNED) + 1
                          ELSE GREATEST(v_now, CAST(version AS SIGNED) + 1) END,
           value = {value}, version_by = {by}
     WHERE id = {id};
    SELECT v_now, id, value, version, version_by FROM {p}records WHERE id = {id};
    COMMIT;
END
