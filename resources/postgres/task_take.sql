WITH c AS (SELECT * FROM unnest($5::text[], $6::bigint[], $7::bigint[]) AS s(id, locked_at, token)),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = lockdesk_stamp(), owner = $3, claim_id = $4, token = coalesce(t.token, 0) + 1,
           claims = coalesce(t.claims, 0) + 1,
           takeovers = coalesce(t.takeovers, 0) + CASE WHEN t.owner <> '' THEN 1 ELSE 0 END, changed = pg_current_xact_id()
      FROM c WHERE t.id = c.id {version}
    RETURNING t.id, t.desired_state, t.payload, t.token, t.updated_at, t.created_at, t.claims, t.takeovers, t.failures,
              t.last_error, c.locked_at AS was_locked_at)
SELECT n.now, coalesce(r.lock_timeout, 30000000), coalesce(r.max_failures, 8), u.*
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_task_rules r ON r.kind = $1 AND r.phase = $2
  LEFT JOIN u ON true
