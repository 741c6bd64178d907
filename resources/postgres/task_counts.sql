WITH RECURSIVE pairs AS (
    (SELECT t.kind, t.phase FROM lockdesk_tasks t WHERE t.kind IS NOT NULL AND t.phase IS NOT NULL
      ORDER BY t.kind, t.phase LIMIT 1)
    UNION ALL
    SELECT x.kind, x.phase FROM pairs p CROSS JOIN LATERAL (
        SELECT t.kind, t.phase FROM lockdesk_tasks t WHERE (t.kind, t.phase) > (p.kind, p.phase)
         ORDER BY t.kind, t.phase LIMIT 1) x)
SELECT n.now, p.kind, p.phase, c.*
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN pairs p ON true
  LEFT JOIN lockdesk_task_rules r ON r.kind = p.kind AND r.phase = p.phase
  LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.owner <> '' AND NOT s.due),
             count(*) FILTER (WHERE coalesce(s.owner, '') = '' AND NOT s.due),
             count(*) FILTER (WHERE coalesce(s.owner, '') = '' AND s.due), count(*) FILTER (WHERE s.owner <> '' AND s.due),
             count(*) FILTER (WHERE s.failures >= coalesce(r.max_failures, 8)), count(*)
        FROM (SELECT t.owner, t.failures, coalesce(t.locked_at, 0) < n.now - coalesce(r.lock_timeout, 30000000) AS due
                FROM lockdesk_tasks t WHERE t.kind = p.kind AND t.phase = p.phase LIMIT $1::bigint) s) c ON true
