BEGIN NOT ATOMIC
    DECLARE v_now, v_session BIGINT;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SET v_now = {now};
    SELECT c.id INTO v_session
      FROM (SELECT IS_USED_LOCK({key}) AS id) c
      LEFT JOIN {p}sessions s ON s.name = {name} AND s.kind = {kind} AND s.connection = c.id
     WHERE {where};
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'end-session', 'lock', {name}, {reason}, {evidence}, {command},
                IF(v_session IS NULL, 'changed', 'released'));
    IF v_session IS NOT NULL THEN
        KILL CONNECTION v_session;
    END IF;
    COMMIT;
    SELECT v_now, v_session;
END
