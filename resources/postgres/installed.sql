SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, c.relname
  FROM pg_class c
 WHERE c.relnamespace = (SELECT s.oid FROM pg_namespace s WHERE s.nspname = current_schema())
   AND c.relname LIKE 'lockdesk\_%' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
 ORDER BY c.relname
