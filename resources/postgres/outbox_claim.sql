WITH c AS (
    SELECT m.id, m.next_at FROM lockdesk_outbox m
     WHERE m.state IN ('pending', 'sending') AND m.next_at <= lockdesk_stamp()
       AND (m.state = 'pending' OR coalesce(m.lease_until, 0) <= lockdesk_stamp())
     ORDER BY m.next_at, m.seq LIMIT {limit} FOR UPDATE SKIP LOCKED),
u AS (
    UPDATE lockdesk_outbox m
       SET state = 'sending', owner = $1, claim_id = $2, token = coalesce(m.token, 0) + 1,
           cuts = coalesce(m.cuts, 0) + CASE WHEN m.state = 'sending' AND m.begun_at IS NOT NULL THEN 1 ELSE 0 END,
           begun_at = NULL,
           lease_until = lockdesk_add(lockdesk_stamp(), $3), next_at = lockdesk_add(lockdesk_stamp(), $3),
           changed = pg_current_xact_id()
      FROM c WHERE m.id = c.id
    RETURNING m.*, c.next_at AS was_next_at)
SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at, u.was_next_at
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN u ON true
