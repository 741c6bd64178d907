INSERT INTO lockdesk_records AS r (id, value, version, version_by)
VALUES ($1, $2, CASE $3 WHEN 'integer' THEN '1' WHEN 'time' THEN lockdesk_now()::text
                        ELSE encode(sha256(convert_to($2, 'UTF8')), 'hex') END, $3)
ON CONFLICT (id) DO UPDATE
   SET value = excluded.value, version_by = excluded.version_by,
       version = CASE WHEN excluded.version_by = 'hash' OR r.version_by = 'hash' THEN excluded.version
                      WHEN excluded.version_by = 'integer' THEN (r.version::bigint + 1)::text
                      ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
RETURNING lockdesk_now(), id, value, version, version_by
