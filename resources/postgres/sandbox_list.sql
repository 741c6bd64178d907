SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, s.nspname, obj_description(s.oid, 'pg_namespace')
  FROM (SELECT 1) one LEFT JOIN pg_namespace s ON s.nspname LIKE 'lockdesk\_sb\_%' ORDER BY s.nspname
