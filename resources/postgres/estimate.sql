SELECT lockdesk_stamp(), greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid))
  FROM pg_class c WHERE c.oid = to_regclass($1)
