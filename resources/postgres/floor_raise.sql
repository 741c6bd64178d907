-- Raised, never lowered: the floor for names without a row, the base for every grant. No grant is under way meanwhile.
LOCK TABLE lockdesk_locks IN EXCLUSIVE MODE;
INSERT INTO lockdesk_meta AS m (key, value)
SELECT k.key, n.number::text FROM (VALUES ('token_floor'), ('token_base')) k(key), (SELECT {number} AS number) n
    ON CONFLICT (key) DO UPDATE SET value = greatest(m.value::bigint, excluded.value::bigint)::text;
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, m.value FROM lockdesk_meta m WHERE m.key = 'token_floor'
