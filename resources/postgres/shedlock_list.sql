SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, t.name,
       CASE WHEN isfinite(t.lock_until) THEN (extract(epoch FROM t.lock_until) * 1000000)::bigint
            WHEN t.lock_until > 'epoch' THEN 9000000000000000 ELSE 0 END AS lock_until,
       CASE WHEN isfinite(t.locked_at) THEN (extract(epoch FROM t.locked_at) * 1000000)::bigint END AS locked_at,
       t.locked_by, t.lock_until::text, t.locked_at::text
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT * FROM {table} k WHERE {where} {order} {limit}) t ON true
