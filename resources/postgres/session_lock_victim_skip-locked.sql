  SELECT s.pid, a.backend_start, s.owner, s.since, a.application_name, a.client_addr, a.xact_start
    FROM lockdesk_session_locks s
    JOIN pg_stat_get_activity(NULL) a ON a.pid = s.pid AND a.backend_start = s.backend_start
   WHERE s.kind = 'skip-locked' AND s.name = {name} AND s.owner = {owner}
     AND EXISTS (SELECT 1 FROM pg_locks l
                  WHERE l.pid = s.pid AND l.relation = 'lockdesk_schedule'::regclass AND l.mode = 'RowShareLock' AND l.granted)