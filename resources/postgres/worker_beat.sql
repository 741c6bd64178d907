INSERT INTO lockdesk_workers AS w (id, host, pid, role, kinds, state, doing, doing_since, lease_until, period, claims, done,
                                   relocked, failed, refused, wait_p50, hold_p50, started_at, beat_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, lockdesk_stamp(), lockdesk_stamp())
ON CONFLICT (id) DO UPDATE
   SET host = excluded.host, pid = excluded.pid, role = excluded.role, kinds = excluded.kinds, state = excluded.state,
       doing = excluded.doing, doing_since = excluded.doing_since, lease_until = excluded.lease_until,
       period = excluded.period, claims = excluded.claims, done = excluded.done, relocked = excluded.relocked,
       failed = excluded.failed, refused = excluded.refused, wait_p50 = excluded.wait_p50, hold_p50 = excluded.hold_p50,
       beat_at = excluded.beat_at, changed = pg_current_xact_id()
RETURNING lockdesk_stamp(), control, slow_by
