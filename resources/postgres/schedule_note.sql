INSERT INTO lockdesk_session_locks (name, kind, key, pid, backend_start, owner, since)
VALUES ($1, 'skip-locked', NULL, $2, $3::timestamptz, $4, lockdesk_now())
ON CONFLICT (name, kind) DO UPDATE
   SET pid = excluded.pid, backend_start = excluded.backend_start, owner = excluded.owner, since = excluded.since
RETURNING lockdesk_stamp()
