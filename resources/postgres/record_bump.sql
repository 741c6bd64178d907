UPDATE lockdesk_records r
   SET version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
 WHERE r.id = $1 AND r.version_by IN ('integer', 'time')
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by
