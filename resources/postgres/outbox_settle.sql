WITH s AS (
    SELECT g.*, CASE WHEN g.failed THEN 1 ELSE 0 END AS added FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::bigint[], $7::bigint[],
                         $8::boolean[])
                  WITH ORDINALITY AS g(id, owner, token, delivered, error, retry, max_tries, failed, n)),
u AS (
    UPDATE lockdesk_outbox m
       SET state = CASE WHEN s.delivered THEN 'sent' WHEN coalesce(m.tries, 0) + coalesce(m.cuts, 0) + s.added >= s.max_tries THEN 'dead' ELSE 'pending' END,
           next_at = CASE WHEN s.delivered OR coalesce(m.tries, 0) + coalesce(m.cuts, 0) + s.added >= s.max_tries THEN NULL
                          ELSE lockdesk_add(lockdesk_stamp(), s.retry) END,
           sent_at = CASE WHEN s.delivered THEN lockdesk_stamp() END,
           last_error = CASE WHEN s.delivered THEN '' WHEN s.error = '' THEN m.last_error ELSE s.error END,
           tries = coalesce(m.tries, 0) + CASE WHEN s.delivered THEN 0 ELSE s.added END, begun_at = NULL,
           owner = CASE WHEN s.delivered THEN m.owner END, lease_until = NULL, changed = pg_current_xact_id()
      FROM s
     WHERE m.id = s.id AND m.owner = s.owner AND m.token = s.token AND m.state = 'sending'
    RETURNING s.n, m.*)
SELECT o.now, u.n, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at
  FROM (SELECT lockdesk_stamp() AS now) o LEFT JOIN u ON true
