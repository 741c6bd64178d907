UPDATE {p}outbox SET lease_until = v_until, next_at = v_until, change_seq = NEXT VALUE FOR {p}changes
     WHERE id IN ({ids}) AND claim_id = {claim} AND owner = {owner} AND state = 'sending' AND v_seq IS NOT NULL;
