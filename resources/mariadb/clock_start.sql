INSERT INTO {p}clock (id, base, set_at, rate) SELECT 1, n.now, n.now, 1 FROM (SELECT {real} AS now) n
