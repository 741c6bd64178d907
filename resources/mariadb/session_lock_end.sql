BEGIN NOT ATOMIC
    DECLARE v_now, v_session BIGINT;
    DECLARE v_seen LONGTEXT CHARACTER SET utf8mb4;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SET v_now = {now};
    SELECT c.id, JSON_OBJECT('session', c.id, 'owner', CONVERT(s.owner USING utf8mb4), 'since_at', s.since_at)
      INTO v_session, v_seen
      FROM (SELECT IS_USED_LOCK({key}) AS id) c
      LEFT JOIN {p}sessions s ON s.name = {name} AND s.kind = {kind} AND s.connection = c.id
     WHERE {where};
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, 'end-session', 'lock', {name}, {reason}, IFNULL(v_seen, 'null'), {command},
                IF(v_session IS NULL, 'changed', 'released'));
    IF v_session IS NOT NULL THEN
        KILL CONNECTION v_session;
    END IF;
    COMMIT;
    SELECT v_now, v_session;
END
