SELECT lockdesk_stamp(), r.entity, r.key
  FROM (SELECT 1) one
  LEFT JOIN LATERAL (
    SELECT DISTINCT k.entity, k.key FROM lockdesk_removed k
     WHERE {where}
       AND CASE k.entity
           WHEN 'lock' THEN NOT EXISTS (SELECT 1 FROM lockdesk_locks l WHERE l.name = k.key)
           WHEN 'task' THEN NOT EXISTS (SELECT 1 FROM lockdesk_tasks t WHERE t.id = k.key)
           WHEN 'message' THEN NOT EXISTS (SELECT 1 FROM lockdesk_outbox m WHERE m.id = k.key)
           WHEN 'worker' THEN NOT EXISTS (SELECT 1 FROM lockdesk_workers w WHERE w.id = k.key)
           ELSE false END) r ON true
