BEGIN NOT ATOMIC
    DECLARE v_now, v_taken BIGINT DEFAULT 0;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
        DO IF(v_taken, RELEASE_LOCK({key}), 0);
        RESIGNAL;
    END;
    SET v_taken = IFNULL(GET_LOCK({key}, 0), 0);
    SET v_now = {now};
    IF v_taken THEN
        INSERT INTO {p}sessions (name, kind, key_text, connection, owner, since_at)
        VALUES ({name}, 'named', {key}, CONNECTION_ID(), {owner}, v_now)
        ON DUPLICATE KEY UPDATE key_text = VALUES(key_text), connection = VALUES(connection), owner = VALUES(owner),
                                since_at = VALUES(since_at);
    END IF;
    SELECT v_now, v_taken;
END
