SELECT n.now, d.event, d.places, d.last_seq, d.last_rank, d.leader_token, false
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_draws d ON d.event = $1
