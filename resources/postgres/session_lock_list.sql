SELECT n.now, x.name, x.kind, x.session, x.owner, coalesce(x.since, x.session_since) AS since, x.key, x.session_since,
       a.application_name AS program, a.client_addr AS client, a.state,
       (extract(epoch FROM a.xact_start) * 1000000)::bigint AS transaction_since, left(a.query, 200) AS last_statement
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
    SELECT s.name, 'named' AS kind, l.pid AS session, s.owner, s.since,
           (l.classid::bigint << 32) | l.objid::bigint AS key,
           (extract(epoch FROM b.backend_start) * 1000000)::bigint AS session_since
      FROM pg_locks l
      JOIN pg_stat_get_activity(NULL) b ON b.pid = l.pid
      LEFT JOIN lockdesk_session_locks s
             ON s.kind = 'named' AND s.pid = l.pid AND s.key = ((l.classid::bigint << 32) | l.objid::bigint)
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    UNION ALL
    SELECT s.name, s.kind, s.pid, s.owner, s.since, NULL, (extract(epoch FROM s.backend_start) * 1000000)::bigint
      FROM lockdesk_session_locks s JOIN pg_stat_get_activity(NULL) b ON b.pid = s.pid AND b.backend_start = s.backend_start
     WHERE s.kind = 'skip-locked') x ON true
  LEFT JOIN pg_stat_get_activity(NULL) a ON a.pid = x.session
 ORDER BY x.name NULLS LAST, x.kind, x.session
