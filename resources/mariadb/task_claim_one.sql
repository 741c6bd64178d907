BEGIN NOT ATOMIC
    DECLARE v_locked, v_updated, v_timeout, v_failures BIGINT;
    DECLARE v_id VARBINARY(200);
    SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
    SELECT k.locked_at, k.updated_at, k.id, IFNULL(r.lock_timeout, 30000000), IFNULL(r.max_failures, 8)
      INTO v_locked, v_updated, v_id, v_timeout, v_failures
      FROM {p}meta m LEFT JOIN {p}task_rules r ON r.kind = {kind} AND r.phase = {phase}
      JOIN {p}tasks k FORCE INDEX (due)
     WHERE m.k = 'schema_version' AND k.kind = {kind} AND k.phase = {phase} AND k.locked_at > {above}
       AND k.locked_at < {now} - IFNULL({timeout}, IFNULL(r.lock_timeout, 30000000))
     ORDER BY k.locked_at, k.updated_at, k.id LIMIT 1;
    IF v_locked IS NULL THEN
        UPDATE {p}tasks SET locked_at = 0 WHERE id = '';
        SELECT {now};
    ELSE
        INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
        SELECT due.id, '', '', '', '', 0, 0, 0
          FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
                 WHERE kind = {kind} AND phase = {phase}
                   AND (locked_at = v_locked AND updated_at = v_updated AND id >= v_id
                        OR locked_at = v_locked AND updated_at > v_updated
                        OR locked_at > v_locked AND locked_at < {now} - IFNULL({timeout}, v_timeout))
                 ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
        ON DUPLICATE KEY UPDATE
               was_locked_at = {p}tasks.locked_at, locked_at = {now},
               takeovers = {p}tasks.takeovers + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner}, claim_id = {claim},
               token = {p}tasks.token + 1, claims = {p}tasks.claims + 1, change_seq = NEXT VALUE FOR {p}changes
        RETURNING locked_at, id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at,
               claims, takeovers, failures, last_error, v_timeout, v_failures, was_locked_at;
    END IF;
END
