INSERT IGNORE INTO {p}outbox (id, topic, payload, created_at, next_at, change_seq)
SELECT {id}, {topic}, {payload}, n.now, n.now, 0 FROM (SELECT {now} AS now) n
