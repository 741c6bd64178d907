SELECT n.now, t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
       t.created_at, t.claims, t.takeovers, t.failures, t.last_error, coalesce(t.lock_timeout, 30000000) AS lock_timeout,
       coalesce(t.max_failures, 8) AS max_failures
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
      SELECT k.*, r.lock_timeout, r.max_failures
        FROM lockdesk_tasks k LEFT JOIN lockdesk_task_rules r ON r.kind = k.kind AND r.phase = k.phase
       WHERE k.id = $1) t ON true
