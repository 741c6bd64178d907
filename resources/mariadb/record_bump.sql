BEGIN NOT ATOMIC
    DECLARE v_now BIGINT;
    DECLARE v_found VARBINARY(200);
    START TRANSACTION;
    SELECT id INTO v_found FROM {p}records WHERE id = {id} FOR UPDATE;
    SET v_now = {now};
    UPDATE {p}records
       SET version = IF(version_by = 'integer', CAST(version AS SIGNED) + 1, GREATEST(v_now, CAST(version AS SIGNED) + 1))
     WHERE id = {id} AND version_by IN ('integer', 'time');
    SELECT n.now, r.id, r.value, r.version, r.version_by
      FROM (SELECT v_now AS now) n LEFT JOIN {p}records r ON r.id = {id};
    COMMIT;
END
