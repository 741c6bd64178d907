INSERT INTO {p}waiters (name, owner, since_at, until_at)
SELECT {name}, {owner}, n.now, IF({at_most} > 9000000000000000 - n.now, 9000000000000000, n.now + {at_most})
  FROM (SELECT {now} AS now) n
ON DUPLICATE KEY UPDATE since_at = IF(until_at > VALUES(since_at), since_at, VALUES(since_at)), until_at = VALUES(until_at);
SELECT {now}
