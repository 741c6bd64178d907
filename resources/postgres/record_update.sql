UPDATE lockdesk_records r
   SET value = $3,
       version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   WHEN 'time' THEN greatest(lockdesk_now(), r.version::bigint + 1)::text
                                   ELSE encode(sha256(convert_to($3, 'UTF8')), 'hex') END
 WHERE r.id = $1 AND r.version = $2
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by
