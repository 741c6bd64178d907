BEGIN NOT ATOMIC
    DECLARE v_extended BOOL DEFAULT FALSE;
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_ends BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_result VARCHAR(10) DEFAULT 'renewed';
    START TRANSACTION;
    SELECT owner, token, holds, acquired_at, expires_at INTO v_owner, v_token, v_holds, v_acquired, v_expires
      FROM {p}locks WHERE name = {name} FOR UPDATE;
    SET v_now = {now};
    IF IFNULL(v_owner, '') <> {owner} THEN
        SET v_result = 'not_owner';
    ELSEIF v_token <> {token} THEN
        SET v_result = 'stale';
    ELSEIF v_expires <= v_now THEN
        SET v_result = 'expired';
    ELSE
        SET v_ends = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
        SET v_extended = IFNULL(v_ends > v_expires, FALSE);
        SET v_expires = IF(v_extended, v_ends, v_expires);
        UPDATE {p}locks
           SET expires_at = v_expires, renewed_at = v_now, renewals = renewals + 1,
               lease_us = IF(v_extended, {lease}, lease_us), change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, v_extended, v_acquired, v_expires;
    COMMIT;
END
