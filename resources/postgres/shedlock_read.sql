WITH r AS (SELECT * FROM {table} t WHERE t.name = $1 {lock})
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, r.name,
       CASE WHEN isfinite(r.lock_until) THEN (extract(epoch FROM r.lock_until) * 1000000)::bigint
            WHEN r.lock_until > 'epoch' THEN 9000000000000000 ELSE 0 END AS lock_until,
       CASE WHEN isfinite(r.locked_at) THEN (extract(epoch FROM r.locked_at) * 1000000)::bigint END AS locked_at,
       r.locked_by, r.lock_until::text, r.locked_at::text
  FROM (SELECT 1) one LEFT JOIN r ON true
