SELECT n.now, r.kind, r.phase, r.lock_timeout, r.backoff, r.max_failures
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_task_rules r ON true ORDER BY r.kind, r.phase
