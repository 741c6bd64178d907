SELECT n.now, t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
       t.created_at, t.claims, t.takeovers, t.failures, t.last_error, coalesce(r.lock_timeout, 30000000) AS lock_timeout,
       coalesce(r.max_failures, 8) AS max_failures
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_tasks t ON t.claim_id = $1
  LEFT JOIN lockdesk_task_rules r ON r.kind = t.kind AND r.phase = t.phase
