SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, current_setting('fsync'), current_setting('full_page_writes'),
       current_setting('synchronous_commit'),
       (SELECT string_agg(c.relname, ', ' ORDER BY c.relname) FROM pg_class c
         WHERE c.relnamespace = (SELECT s.oid FROM pg_namespace s WHERE s.nspname = current_schema())
           AND c.relname LIKE 'lockdesk\_%' AND c.relkind IN ('r', 'p') AND c.relpersistence <> 'p')
