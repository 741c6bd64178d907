SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at, u.next_at AS was_next_at
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_outbox u ON u.claim_id = $1
