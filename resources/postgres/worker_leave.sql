WITH gone AS (DELETE FROM lockdesk_workers w WHERE w.id = $1 RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
