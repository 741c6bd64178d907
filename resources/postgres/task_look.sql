SELECT lockdesk_stamp(), t.id, t.locked_at, t.token
  FROM lockdesk_tasks t
 WHERE t.kind = $1 AND t.phase = $2
   AND t.locked_at < lockdesk_stamp() - coalesce($3::bigint, (SELECT r.lock_timeout FROM lockdesk_task_rules r
                                                       WHERE r.kind = $1 AND r.phase = $2), 30000000)
 ORDER BY t.locked_at, t.updated_at, t.id LIMIT {limit} {lock}
