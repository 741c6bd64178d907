WITH gone AS (
    DELETE FROM lockdesk_session_locks s WHERE s.name = $1 AND s.kind = 'skip-locked' AND s.pid = $2 RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)
