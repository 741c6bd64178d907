WITH victim AS MATERIALIZED (
{victim}),
ended AS MATERIALIZED (
  SELECT v.pid FROM victim v WHERE pg_terminate_backend(v.pid)),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'end-session', 'lock', {name},
         {reason}, {evidence}, {command},
         CASE WHEN EXISTS (SELECT 1 FROM ended) THEN 'released' ELSE 'changed' END
  RETURNING 1)
SELECT lockdesk_now() AS now, (SELECT pid FROM ended LIMIT 1) AS session
