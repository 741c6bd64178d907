BEGIN NOT ATOMIC
    DECLARE v_now, v_token BIGINT;
    START TRANSACTION;
    SELECT IF({where}, token + 1, NULL) INTO v_token FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF v_token IS NOT NULL THEN
        UPDATE {p}locks
           SET last_owner = owner, owner = NULL, holds = 0, token = v_token, lease_us = NULL, acquired_at = NULL,
               renewed_at = NULL, expires_at = NULL, renewals = 0, requests = '', cooling_until = {cooling},
               released_at = v_now, reason = {reason}, change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
        INSERT INTO {p}fences (resource, largest) VALUES ({name}, v_token)
            ON DUPLICATE KEY UPDATE largest = GREATEST(largest, v_token);
    END IF;
    INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
        VALUES (v_now, {who}, {action}, 'lock', {name}, {reason}, {evidence}, {command},
                IF(v_token IS NULL, 'changed', 'released'));
    SELECT v_now, v_token, IF(v_token IS NULL, NULL, {cooling});
    COMMIT;
END
