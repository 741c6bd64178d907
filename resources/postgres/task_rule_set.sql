INSERT INTO lockdesk_task_rules (kind, phase, lock_timeout, backoff, max_failures) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (kind, phase) DO UPDATE
   SET lock_timeout = excluded.lock_timeout, backoff = excluded.backoff, max_failures = excluded.max_failures
RETURNING lockdesk_stamp(), kind, phase, lock_timeout, backoff, max_failures
