BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_done BOOL DEFAULT FALSE;
    START TRANSACTION;
    SELECT TRUE INTO v_done FROM {p}records WHERE id = {id} AND version = {version} FOR UPDATE;
    SET v_now = {now};
    UPDATE {p}records
       SET version = CASE version_by WHEN 'integer' THEN CAST(version AS SIGNED) + 1
                                     WHEN 'time' THEN GREATEST(v_now, CAST(version AS SIGNED) + 1)
                                     ELSE SHA2({value}, 256) END,
           value = {value}
     WHERE id = {id} AND version = {version};
    SELECT v_now, id, value, version, version_by FROM {p}records WHERE id = {id} AND v_done;
    COMMIT;
END
