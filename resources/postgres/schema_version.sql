SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value FROM lockdesk_meta m WHERE m.key = 'schema_version'
