WITH freed AS (
  UPDATE lockdesk_tasks t
     SET owner = NULL, token = coalesce(t.token, 0) + 1,
         locked_at = least(9000000000000000, lockdesk_stamp() - coalesce((SELECT r.lock_timeout FROM lockdesk_task_rules r WHERE r.kind = t.kind AND r.phase = t.phase), 30000000) + {wait}),
         changed = pg_current_xact_id()
   WHERE t.id = {id} AND coalesce(t.owner, '') = {owner}
     AND coalesce(t.token, 0) = {token}
  RETURNING t.id),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'relock', 'task', {id}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM freed) THEN 'done' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_stamp() AS now, freed.id IS NOT NULL AS done FROM (SELECT 1) one LEFT JOIN freed ON true
