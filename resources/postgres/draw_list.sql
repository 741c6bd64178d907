SELECT n.now, e.event, e.person, e.seq, e.rank, e.applied_at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_draw_entries k WHERE {where} {order} {limit}) e ON true
