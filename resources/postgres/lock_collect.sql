WITH gone AS (
    DELETE FROM lockdesk_locks l
     WHERE coalesce(l.owner, '') = '' AND coalesce(l.cooling_until, 0) <= lockdesk_stamp()
       AND coalesce(l.released_at, l.acquired_at, 0) < lockdesk_stamp() - $1::bigint
    RETURNING l.token),
floor AS (
    UPDATE lockdesk_meta m SET value = greatest(m.value::bigint, g.top)::text
      FROM (SELECT max(gone.token) AS top FROM gone) g
     WHERE m.key = 'token_floor' AND g.top IS NOT NULL
    RETURNING 1),
past AS (DELETE FROM lockdesk_waiters w WHERE w.until <= lockdesk_stamp() RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone), (SELECT count(*) FROM floor), (SELECT count(*) FROM past)
