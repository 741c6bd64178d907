k.id, k.seq, k.topic, k.payload, k.state, k.tries, k.created_at, k.next_at, k.owner, k.token, k.claim_id, k.lease_until,
       k.sent_at, k.last_error, k.cuts, k.begun_at
