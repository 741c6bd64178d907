SELECT lockdesk_stamp(), pg_current_snapshot()::text, pg_snapshot_xmax(pg_current_snapshot())::text,
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'incarnation'),
       (SELECT m.value FROM lockdesk_meta m WHERE m.key = 'removed_floor')
