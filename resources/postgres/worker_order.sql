WITH told AS (
    UPDATE lockdesk_workers w SET control = $2, slow_by = $3, changed = pg_current_xact_id() WHERE w.id = $1 RETURNING w.*),
noted AS (
    INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
    SELECT $4, 'worker-' || $2, 'worker', $1, $7, $6, $5, 'done' FROM told WHERE $4 <> ''
    RETURNING 1)
SELECT n.now, w.id, w.host, w.pid, w.role, w.kinds, w.state, w.doing, w.doing_since, w.lease_until, w.period, w.started_at,
       w.beat_at, w.control, w.slow_by, w.claims, w.done, w.relocked, w.failed, w.refused, w.wait_p50, w.hold_p50
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN told w ON true
