SELECT n.now, n.now, NULL FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now) n
