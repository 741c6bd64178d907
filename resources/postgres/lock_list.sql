SELECT n.now, l.name, l.owner, l.token, l.holds, l.lease_us, l.acquired_at, l.renewed_at, l.expires_at, l.cooling_until,
       l.released_at, l.last_owner, l.reason, l.renewals, l.requests,
       (SELECT count(*) FROM lockdesk_waiters w WHERE w.name = l.name AND w.until > n.now) AS waiters
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_locks k WHERE {where} {order} {limit}) l ON true
