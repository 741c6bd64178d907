SELECT n.now,
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m WHERE m.state IN ('pending', 'sending') LIMIT 100001) p),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state IN ('pending', 'sending') AND m.next_at > n.now
                                 AND m.state = 'sending' AND m.lease_until > n.now LIMIT 100001) p),
       (SELECT m.created_at FROM lockdesk_outbox m
         WHERE m.state IN ('pending', 'sending') AND m.created_at IS NOT NULL ORDER BY m.created_at LIMIT 1),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state IN ('pending', 'sending') AND m.created_at > n.now - 60000000 LIMIT 1000000) p)
       + (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                                 WHERE m.state = 'sent' AND m.sent_at > n.now - 60000000
                                   AND m.created_at > n.now - 60000000 LIMIT 1000000) p)
       + (SELECT count(*) FROM (SELECT m.created_at FROM lockdesk_outbox m WHERE m.state = 'dead' LIMIT 100001) p
           WHERE p.created_at > n.now - 60000000),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state = 'sent' AND m.sent_at > n.now - 60000000 LIMIT 1000000) p),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m WHERE m.state = 'dead' LIMIT 100001) p),
       (SELECT m.next_at FROM lockdesk_outbox m
         WHERE m.state IN ('pending', 'sending') AND m.next_at IS NOT NULL ORDER BY m.next_at, m.seq LIMIT 1)
  FROM (SELECT lockdesk_stamp() AS now) n
