INSERT INTO {p}tasks (id, kind, phase, payload, last_error, updated_at, created_at, change_seq)
SELECT due.id, '', '', '', '', 0, 0, 0
  FROM (SELECT id FROM {p}tasks FORCE INDEX (due)
         WHERE kind = {kind} AND phase = {phase}
           AND (locked_at = @lockdesk_locked AND updated_at = @lockdesk_updated AND id >= @lockdesk_id
                OR locked_at = @lockdesk_locked AND updated_at > @lockdesk_updated
                OR locked_at > @lockdesk_locked AND locked_at < {now} - IFNULL({timeout}, @lockdesk_timeout))
         ORDER BY locked_at, updated_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
ON DUPLICATE KEY UPDATE
       was_locked_at = {p}tasks.locked_at, locked_at = {now},
       takeovers = {p}tasks.takeovers + (IFNULL({p}tasks.owner, '') <> ''), owner = {owner}, claim_id = {claim},
       token = {p}tasks.token + 1, claims = {p}tasks.claims + 1, change_seq = NEXT VALUE FOR {p}changes
RETURNING locked_at, id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at,
       claims, takeovers, failures, last_error, @lockdesk_timeout, @lockdesk_failures, was_locked_at
