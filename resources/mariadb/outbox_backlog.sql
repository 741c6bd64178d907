SELECT n.now,
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state IN ('pending', 'sending') LIMIT 100001) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND next_at > {now} AND lease_until > {now}
                               LIMIT 100001) p),
       (SELECT MIN(o.at) FROM (SELECT MIN(created_at) AS at FROM {p}outbox WHERE state = 'pending'
                               UNION ALL SELECT MIN(created_at) FROM {p}outbox WHERE state = 'sending') o),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state IN ('pending', 'sending', 'sent', 'dead')
                                 AND created_at > {now} - 60000000 LIMIT 1000000) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE sent_at > {now} - 60000000 LIMIT 1000000) p),
       (SELECT COUNT(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'dead' LIMIT 100001) p),
       (SELECT next_at FROM {p}outbox FORCE INDEX (due) WHERE next_at > -1 AND state IN ('pending', 'sending')
         ORDER BY next_at, seq LIMIT 1)
  FROM (SELECT {now} AS now) n
