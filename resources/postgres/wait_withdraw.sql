WITH gone AS (DELETE FROM lockdesk_waiters w WHERE w.name = $1 AND w.owner = $2 RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
