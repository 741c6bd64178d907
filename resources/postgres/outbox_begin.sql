WITH b AS (
    UPDATE lockdesk_outbox m
       SET begun_at = lockdesk_now(), lease_until = lockdesk_add(lockdesk_now(), $4), next_at = lockdesk_add(lockdesk_now(), $4),
           changed = pg_current_xact_id()
     WHERE m.id = $1 AND m.owner = $2 AND m.token = $3 AND m.state = 'sending'
    RETURNING 1),
r AS (
    UPDATE lockdesk_outbox m
       SET lease_until = lockdesk_add(lockdesk_now(), $4), next_at = lockdesk_add(lockdesk_now(), $4),
           changed = pg_current_xact_id()
      FROM b
     WHERE m.id = ANY ($6::text[]) AND m.claim_id = $5 AND m.owner = $2 AND m.state = 'sending'
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM b), (SELECT count(*) FROM r)
