k.id, k.kind, k.phase, k.desired_state, k.payload, k.owner, k.token, k.claim_id, k.locked_at, k.updated_at, k.created_at,
       k.claims, k.takeovers, k.failures, k.last_error,
       IFNULL((SELECT r.lock_timeout FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 30000000)
           AS lock_timeout,
       IFNULL((SELECT r.max_failures FROM {p}task_rules r WHERE r.kind = k.kind AND r.phase = k.phase), 8) AS max_failures
