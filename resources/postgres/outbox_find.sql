SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_outbox k WHERE k.id = $1) u ON true
