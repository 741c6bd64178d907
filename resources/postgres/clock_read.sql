SELECT lockdesk_now(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, c.rate
  FROM (SELECT 1) one LEFT JOIN lockdesk_clock c ON true
