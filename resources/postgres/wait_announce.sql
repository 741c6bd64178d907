INSERT INTO lockdesk_waiters AS w (name, owner, since, until)
VALUES ($1, $2, lockdesk_stamp(), lockdesk_add(lockdesk_stamp(), $3))
ON CONFLICT (name, owner) DO UPDATE
   SET until = excluded.until, since = CASE WHEN w.until > excluded.since THEN w.since ELSE excluded.since END
RETURNING lockdesk_stamp()
