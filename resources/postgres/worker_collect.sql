WITH gone AS (
    DELETE FROM lockdesk_workers w
     WHERE w.id = ANY (ARRAY(SELECT k.id FROM lockdesk_workers k WHERE coalesce(k.beat_at, 0) < lockdesk_stamp() - $1::bigint
                              LIMIT $2::bigint FOR UPDATE SKIP LOCKED))
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
