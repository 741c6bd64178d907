SELECT lockdesk_stamp(),
       CASE WHEN pg_is_in_recovery() THEN pg_snapshot_xmin(s.now)::text || ':' || pg_snapshot_xmin(s.now)::text || ':'
            ELSE s.now::text END,
       pg_snapshot_xmax(s.now)::text,
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'incarnation'),
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'removed_floor')
  FROM (SELECT pg_current_snapshot() AS now) s
