SELECT lockdesk_end.now, pg_terminate_backend(lockdesk_end.pid)
  FROM (SELECT DISTINCT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now, l.pid
          FROM pg_locks l
          JOIN pg_class c ON c.oid = l.relation
          JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND n.nspname = $1 AND a.state LIKE 'idle in transaction%' AND l.pid <> pg_backend_pid()) lockdesk_end
