UPDATE lockdesk_clock c
   SET base = coalesce($1::bigint, lockdesk_stamp() + coalesce($2::bigint, 0)),
       rate = coalesce($3::double precision, c.rate),
       set_at = (extract(epoch FROM statement_timestamp()) * 1000000)::bigint
RETURNING c.base, c.set_at, c.rate
