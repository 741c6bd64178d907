BEGIN NOT ATOMIC
    DECLARE v_found, v_extended BOOL DEFAULT FALSE;
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_cooling, v_ends BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_requests VARBINARY(1600);
    DECLARE v_result VARCHAR(8) DEFAULT 'acquired';
    START TRANSACTION;
    SELECT TRUE, owner, token, holds, acquired_at, expires_at, cooling_until, requests
      INTO v_found, v_owner, v_token, v_holds, v_acquired, v_expires, v_cooling, v_requests
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    IF NOT v_found THEN
        INSERT INTO {p}locks (name, token, holds, change_seq) VALUES ({name}, 0, 0, 0) ON DUPLICATE KEY UPDATE name = name;
        IF ROW_COUNT() = 1 THEN
            SET v_token = 0;
        ELSE
            SELECT owner, token, holds, acquired_at, expires_at, cooling_until, requests
              INTO v_owner, v_token, v_holds, v_acquired, v_expires, v_cooling, v_requests
              FROM {p}locks WHERE name = {name} FOR UPDATE;
        END IF;
    END IF;
    SET v_now = {now};
    SET v_ends = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    IF IFNULL(v_owner, '') = '' AND v_cooling > v_now THEN
        SET v_result = 'cooling', v_owner = NULL, v_expires = v_cooling;
    ELSEIF IFNULL(v_owner, '') <> '' AND IFNULL(v_expires > v_now, TRUE) THEN
        IF v_owner <> {owner} THEN
            SET v_result = 'busy';
        ELSEIF LOCATE({mark}, v_requests) = 0 THEN
            SET v_holds = v_holds + 1, v_extended = IFNULL(v_ends > v_expires, FALSE);
            SET v_expires = IF(v_extended, v_ends, v_expires);
            UPDATE {p}locks
               SET holds = v_holds, expires_at = v_expires, lease_us = IF(v_extended, {lease}, lease_us),
                   requests = RIGHT(CONCAT(v_requests, {mark}), 1600), change_seq = NEXT VALUE FOR {p}changes
             WHERE name = {name};
        END IF;
    ELSE
        IF v_token <= 0 THEN
            SET v_token = GREATEST(
                IFNULL((SELECT MAX(v) FROM {p}meta WHERE k IN ('token_floor', 'token_base')), 0),
                IFNULL((SELECT largest FROM {p}fences WHERE resource = {name}), 0));
        ELSE
            SET v_token = GREATEST(v_token, IFNULL((SELECT v FROM {p}meta WHERE k = 'token_base'), 0));
        END IF;
        SET v_owner = {owner}, v_token = v_token + 1, v_holds = 1, v_acquired = v_now, v_expires = v_ends;
        UPDATE {p}locks
           SET owner = {owner}, token = v_token, holds = 1, lease_us = {lease}, acquired_at = v_now, renewed_at = NULL,
               expires_at = v_ends, cooling_until = NULL, released_at = NULL, last_owner = '', reason = '', renewals = 0,
               requests = {mark}, change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, v_extended, v_acquired, v_expires;
    COMMIT;
END
