SELECT n.now, r.seq, r.resource, r.token, r.largest, r.who, r.at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_refusals k WHERE {where} {order} {limit}) r ON true
