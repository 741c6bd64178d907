SELECT n.now, w.id, w.host, w.pid, w.role, w.kinds, w.state, w.doing, w.doing_since, w.lease_until, w.period, w.started_at,
       w.beat_at, w.control, w.slow_by, w.claims, w.done, w.relocked, w.failed, w.refused, w.wait_p50, w.hold_p50
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_workers k WHERE {where} {order} {limit}) w ON true
