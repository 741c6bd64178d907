WITH gone AS (DELETE FROM lockdesk_workers w WHERE coalesce(w.beat_at, 0) < lockdesk_stamp() - $1::bigint RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
