SELECT n.now, a.seq, a.at, a.who, a.action, a.entity, a.key, a.reason, a.evidence, a.command, a.result
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_audit k WHERE {where} {order} {limit}) a ON true
