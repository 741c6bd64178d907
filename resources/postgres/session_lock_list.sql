SELECT n.now, x.name, x.kind, x.pid, x.owner, x.since
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
    SELECT s.name, 'named' AS kind, l.pid, s.owner, s.since
      FROM pg_locks l
      LEFT JOIN lockdesk_session_locks s
             ON s.kind = 'named' AND s.pid = l.pid AND s.key = ((l.classid::bigint << 32) | l.objid::bigint)
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    UNION ALL
    SELECT s.name, s.kind, s.pid, s.owner, s.since
      FROM lockdesk_session_locks s JOIN pg_stat_get_activity(NULL) a ON a.pid = s.pid AND a.backend_start = s.backend_start
     WHERE s.kind = 'skip-locked') x ON true
 ORDER BY x.name NULLS LAST, x.kind, x.pid
