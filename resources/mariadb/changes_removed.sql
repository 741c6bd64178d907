SELECT {now};
SELECT {now}, k.entity, k.k, k.change_seq FROM {p}removed k
 WHERE {where}
   AND CASE k.entity WHEN 'lock' THEN NOT EXISTS (SELECT 1 FROM {p}locks l WHERE l.name = k.k)
                     WHEN 'task' THEN NOT EXISTS (SELECT 1 FROM {p}tasks t WHERE t.id = k.k)
                     WHEN 'message' THEN NOT EXISTS (SELECT 1 FROM {p}outbox m WHERE m.id = k.k)
                     WHEN 'worker' THEN NOT EXISTS (SELECT 1 FROM {p}workers w WHERE w.id = k.k) ELSE FALSE END
