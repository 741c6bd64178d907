WITH r AS (SELECT * FROM {table} t WHERE t.name = $1 {lock})
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, r.name, r.owner,
       CASE WHEN isfinite(r.expiry) THEN (extract(epoch FROM r.expiry) * 1000000)::bigint
            WHEN r.expiry > 'epoch' THEN 9000000000000000 WHEN r.expiry < 'epoch' THEN 0 END AS expiry
  FROM (SELECT 1) one LEFT JOIN r ON true
