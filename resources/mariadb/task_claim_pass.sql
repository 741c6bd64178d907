IF v_limit > 0 THEN
        FOR v_row IN (SELECT id FROM {p}tasks FORCE INDEX (due)
                       WHERE kind = {kind} AND phase = {phase} AND locked_at < v_due{above}
                       ORDER BY locked_at, updated_at, id LIMIT {count} FOR UPDATE SKIP LOCKED) DO
            UPDATE {p}tasks
               SET was_locked_at = locked_at, locked_at = v_now, takeovers = takeovers + (IFNULL(owner, '') <> ''),
                   owner = {owner}, claim_id = {claim}, token = token + 1, claims = claims + 1,
                   change_seq = NEXT VALUE FOR {p}changes
             WHERE id = v_row.id;
            SET v_taken = v_taken + 1;
        END FOR;
        SET v_limit = v_limit - v_taken;
    END IF;
