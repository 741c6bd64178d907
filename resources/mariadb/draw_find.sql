SELECT n.now, d.event, d.places, d.last_seq, d.last_rank, d.leader_token, FALSE
  FROM (SELECT {now} AS now) n LEFT JOIN {p}draws d ON d.event = {event}
