SELECT n.now, w.name, w.owner, w.since, w.until
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_waiters k WHERE k.until > n.now AND {where} {order} {limit}) w ON true
