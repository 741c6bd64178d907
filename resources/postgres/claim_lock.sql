SELECT lockdesk_stamp(), pg_advisory_xact_lock($1::integer, $2::integer)
