IF v_limit > 0 THEN
        INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
        SELECT due.id, '', '', '', '', 0, 0, 0
          FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
                 WHERE kind = {kind} AND phase = {phase}
                   AND (locked_at = v_locked{n} AND updated_at = v_updated{n} AND id >= v_id{n}
                        OR locked_at = v_locked{n} AND updated_at > v_updated{n}
                        OR locked_at > v_locked{n} AND locked_at < v_due)
                 ORDER BY locked_at, updated_at, id LIMIT {count} FOR UPDATE SKIP LOCKED) due
        ON DUPLICATE KEY UPDATE
               was_locked_at = {p}tasks.locked_at, locked_at = v_now,
               takeovers = {p}tasks.takeovers + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner}, claim_id = {claim},
               token = {p}tasks.token + 1, claims = {p}tasks.claims + 1, change_seq = NEXT VALUE FOR {p}changes;
        SET v_limit = v_limit - ROW_COUNT() DIV 2;
    END IF;
