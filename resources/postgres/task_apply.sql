WITH s AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
                         $9::double precision[], $10::text[])
                  WITH ORDINALITY AS g(id, owner, token, verb, wait, from_phase, to_phase, desired, jitter, text, n)),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = CASE
               WHEN s.verb = 'extend' THEN lockdesk_stamp()
               WHEN s.verb IN ('unlock', 'advance') THEN 0
               ELSE least(9000000000000000, lockdesk_stamp()
                    - coalesce((SELECT r.lock_timeout FROM lockdesk_task_rules r
                                WHERE r.kind = t.kind AND r.phase = t.phase), 30000000)
                    + coalesce(s.wait, (
                        SELECT lockdesk_backoff(
                                   coalesce(CASE WHEN s.verb = 'backoff' THEN s.text END, r.backoff, 'progressive'),
                                   lockdesk_stamp() - coalesce(t.updated_at, 0), coalesce(r.lock_timeout, 30000000),
                                   s.jitter)
                          FROM (SELECT 1) one
                          LEFT JOIN lockdesk_task_rules r ON r.kind = t.kind AND r.phase = t.phase))) END,
           owner = CASE WHEN s.verb = 'extend' THEN t.owner END,
           phase = CASE WHEN s.verb = 'advance' THEN s.to_phase ELSE t.phase END,
           desired_state = CASE WHEN s.verb = 'advance' THEN coalesce(s.desired, t.desired_state) ELSE t.desired_state END,
           updated_at = CASE WHEN s.verb = 'advance' THEN lockdesk_stamp() ELSE t.updated_at END,
           failures = CASE s.verb WHEN 'advance' THEN 0 WHEN 'fail' THEN coalesce(t.failures, 0) + 1 ELSE t.failures END,
           last_error = CASE s.verb WHEN 'advance' THEN '' WHEN 'fail' THEN s.text ELSE t.last_error END,
           changed = pg_current_xact_id()
      FROM s
     WHERE t.id = s.id AND t.owner = s.owner AND t.token = s.token AND (s.from_phase IS NULL OR t.phase = s.from_phase)
    RETURNING s.n, s.verb, t.*)
SELECT o.now, u.n,
       CASE WHEN u.verb IN ('relock', 'backoff', 'fail') THEN u.locked_at - o.now + coalesce(r.lock_timeout, 30000000) END,
       u.id, u.kind, u.phase, u.desired_state, u.payload, u.owner, u.token, u.claim_id, u.locked_at, u.updated_at,
       u.created_at, u.claims, u.takeovers, u.failures, u.last_error, coalesce(r.lock_timeout, 30000000),
       coalesce(r.max_failures, 8)
  FROM (SELECT lockdesk_stamp() AS now) o
  LEFT JOIN u ON true
  LEFT JOIN lockdesk_task_rules r ON r.kind = u.kind AND r.phase = u.phase
