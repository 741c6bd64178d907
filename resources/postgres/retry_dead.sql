WITH freed AS (
  UPDATE lockdesk_outbox m
     SET state = 'pending', tries = 0, cuts = 0, next_at = lockdesk_stamp(), owner = NULL,
         lease_until = NULL, changed = pg_current_xact_id()
   WHERE m.state = 'dead'{which} RETURNING m.*)
SELECT lockdesk_stamp() AS now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id, u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at FROM (SELECT 1) one LEFT JOIN freed u ON true
