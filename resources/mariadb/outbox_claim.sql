BEGIN NOT ATOMIC
    DECLARE v_now BIGINT DEFAULT {now};
    DECLARE v_until, v_limit BIGINT DEFAULT {limit};
    {handler}
    SET v_until = IF({lease} > 9000000000000000 - v_now, 9000000000000000, v_now + {lease});
    START TRANSACTION;
    {guard}
    FOR v_row IN (SELECT seq FROM {p}outbox FORCE INDEX (due)
                   WHERE next_at <= v_now
                     AND (state = 'pending' OR (state = 'sending' AND IFNULL(lease_until, 0) <= v_now))
                   ORDER BY next_at, seq LIMIT v_limit FOR UPDATE SKIP LOCKED) DO
        UPDATE {p}outbox
           SET cuts = cuts + IF(state = 'sending' AND begun_at IS NOT NULL, 1, 0), begun_at = NULL,
               state = 'sending', owner = {owner}, claim_id = {claim}, token = token + 1,
               was_next_at = next_at, next_at = v_until, lease_until = v_until, change_seq = NEXT VALUE FOR {p}changes
         WHERE seq = v_row.seq;
    END FOR;
    SELECT v_now, {outbox_columns}, k.was_next_at FROM {p}outbox k WHERE k.claim_id = {claim};
    SELECT v_now;
    {commit}
    {after}
END
