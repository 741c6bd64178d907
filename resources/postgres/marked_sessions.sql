SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, count(*)
  FROM pg_stat_activity WHERE strpos(application_name || ' ', ' #' || $1 || ' ') > 0
