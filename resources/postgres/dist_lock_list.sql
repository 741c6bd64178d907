SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, t.name, t.owner,
       CASE WHEN isfinite(t.expiry) THEN (extract(epoch FROM t.expiry) * 1000000)::bigint
            WHEN t.expiry > 'epoch' THEN 9000000000000000 WHEN t.expiry < 'epoch' THEN 0 END AS expiry
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT * FROM {table} k WHERE {where} {order} {limit}) t ON true
