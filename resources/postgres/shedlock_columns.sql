SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
       count(*) FILTER (WHERE a.attname IN ('name', 'lock_until', 'locked_at', 'locked_by')), to_regclass($1) IS NOT NULL,
       max(a.atttypid::regtype::text) FILTER (WHERE a.attname = 'lock_until')
  FROM (SELECT 1) one
  LEFT JOIN pg_attribute a ON a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
