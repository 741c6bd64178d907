SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value, current_schema(), pg_is_in_recovery()
  FROM lockdesk_meta m WHERE m.key = 'schema_version'
