WITH freed AS (
  UPDATE lockdesk_locks
     SET owner = NULL, holds = 0, token = token + 1, cooling_until = {cooling},
         last_owner = owner, reason = {reason},
         lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL, renewals = 0,
         requests = '', released_at = lockdesk_now(), changed = pg_current_xact_id()
   WHERE name = {name} AND {where}
  RETURNING name, token, cooling_until),
fenced AS (
  INSERT INTO lockdesk_fences (resource, largest)
  SELECT name, token FROM freed
      ON CONFLICT (resource) DO UPDATE
     SET largest = greatest(lockdesk_fences.largest, excluded.largest) RETURNING 1),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, {action}, 'lock', {name}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM freed) THEN 'released' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_now() AS now, freed.token, freed.cooling_until FROM (SELECT 1) one LEFT JOIN freed ON true
