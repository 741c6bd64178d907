WITH freed AS MATERIALIZED (SELECT pg_advisory_unlock($2) AS was_held),
gone AS (
    DELETE FROM lockdesk_session_locks s WHERE s.name = $1 AND s.kind = 'named' AND s.pid = pg_backend_pid() RETURNING 1)
SELECT lockdesk_stamp(), (SELECT freed.was_held FROM freed), (SELECT count(*) FROM gone)
