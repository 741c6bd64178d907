WITH page AS (
    SELECT max(p.name) AS last, count(*) AS looked
      FROM (SELECT l.name FROM lockdesk_locks l WHERE l.name > $2 ORDER BY l.name LIMIT $3::bigint) p),
gone AS (
    DELETE FROM lockdesk_locks l
     WHERE l.name > $2 AND l.name <= (SELECT page.last FROM page)
       AND coalesce(l.owner, '') = '' AND coalesce(l.cooling_until, 0) <= lockdesk_stamp()
       AND coalesce(l.released_at, l.acquired_at, 0) < lockdesk_stamp() - $1::bigint
    RETURNING l.token),
floor AS (
    UPDATE lockdesk_meta m SET value = greatest(m.value::bigint, g.top)::text
      FROM (SELECT max(gone.token) AS top FROM gone) g
     WHERE m.key = 'token_floor' AND g.top IS NOT NULL
    RETURNING 1),
past AS (DELETE FROM lockdesk_waiters w WHERE $2 = '' AND w.until <= lockdesk_stamp() RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone), page.looked, page.last
  FROM page
