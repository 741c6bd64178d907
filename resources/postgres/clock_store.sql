-- The store's clock. lockdesk_now() goes on during a statement: for verbs that may wait for a row. lockdesk_stamp() is the
-- time of the statement's start: for verbs that never wait, because only a stable clock can be an index condition.
CREATE FUNCTION lockdesk_now() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;
CREATE FUNCTION lockdesk_stamp() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT (extract(epoch FROM statement_timestamp()) * 1000000)::bigint $$;
