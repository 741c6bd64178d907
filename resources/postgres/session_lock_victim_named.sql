  SELECT l.pid, a.backend_start, s.owner, s.since, a.application_name, a.client_addr, a.xact_start
    FROM pg_locks l
    JOIN pg_stat_get_activity(NULL) a ON a.pid = l.pid
    LEFT JOIN lockdesk_session_locks s
           ON s.kind = 'named' AND s.key = {key} AND s.pid = l.pid AND s.backend_start = a.backend_start
   WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
     AND ((l.classid::bigint << 32) | l.objid::bigint) = {key}
     AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
     AND coalesce(nullif(s.owner, ''), 'session ' || l.pid) = {owner}