SELECT lockdesk_now(), pg_backend_pid(), (SELECT a.backend_start FROM pg_stat_get_activity(pg_backend_pid()) a)
  FROM lockdesk_schedule s WHERE s.name = $1 FOR UPDATE OF s SKIP LOCKED
