INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
SELECT due.id, '', '', '', '', 0, 0, 0
  FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
         WHERE kind = {kind} AND phase = {phase}{above}
           AND locked_at < {now} - IFNULL({timeout}, IFNULL((SELECT lock_timeout FROM {p}task_rules
                                                              WHERE kind = {kind} AND phase = {phase}), 30000000))
         ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
ON DUPLICATE KEY UPDATE
       was_locked_at = {p}tasks.locked_at, locked_at = {now},
       takeovers = {p}tasks.takeovers + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner}, claim_id = {claim},
       token = {p}tasks.token + 1, claims = {p}tasks.claims + 1, change_seq = NEXT VALUE FOR {p}changes
RETURNING locked_at, id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at,
       claims, takeovers, failures, last_error,
       IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = {kind} AND r.phase = {phase}), 30000000),
       IFNULL((SELECT r.max_failures FROM {p}task_rules r WHERE r.kind = {kind} AND r.phase = {phase}), 8), was_locked_at
