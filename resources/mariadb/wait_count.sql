SELECT n.now, (SELECT COUNT(*) FROM {p}waiters w WHERE w.name = {name} AND w.until_at > n.now) FROM (SELECT {now} AS now) n
