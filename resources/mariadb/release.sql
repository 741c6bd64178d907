BEGIN NOT ATOMIC
    DECLARE v_now, v_token, v_holds, v_acquired, v_expires, v_cool BIGINT;
    DECLARE v_owner VARBINARY(200);
    DECLARE v_result VARCHAR(10) DEFAULT 'released';
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
    ELSEIF v_holds > 1 THEN
        SET v_result = 'still_held', v_holds = v_holds - 1;
        UPDATE {p}locks
           SET holds = v_holds, requests = LEFT(requests, GREATEST(LENGTH(requests) - 25, 0)),
               change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
    ELSE
        IF {at_least} > 0 THEN
            SET v_cool = IFNULL(v_acquired, v_now);
            SET v_cool = IF({at_least} > 9000000000000000 - v_cool, 9000000000000000, v_cool + {at_least});
        END IF;
        SET v_expires = IF(v_cool > v_now, v_cool, NULL);
        SET v_result = IF(v_expires IS NULL, 'released', 'cooling'), v_holds = 0;
        UPDATE {p}locks
           SET last_owner = owner, owner = NULL, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL,
               expires_at = NULL, renewals = 0, requests = '', cooling_until = v_expires, released_at = v_now, reason = '',
               change_seq = NEXT VALUE FOR {p}changes
         WHERE name = {name};
        SET v_owner = NULL;
    END IF;
    SELECT v_now, v_result, v_owner, v_token, v_holds, FALSE, v_acquired, v_expires;
    COMMIT;
END
