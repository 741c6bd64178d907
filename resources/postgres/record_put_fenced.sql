WITH fence AS MATERIALIZED (SELECT * FROM lockdesk_admit($1, $2, $3)),
written AS (
    INSERT INTO lockdesk_records AS r (id, value, version, version_by)
    SELECT $4::text, $5::text,
           CASE $6::text WHEN 'integer' THEN '1' WHEN 'time' THEN lockdesk_now()::text
                         ELSE encode(sha256(convert_to($5::text, 'UTF8')), 'hex') END, $6::text
      FROM fence WHERE o_admitted
    ON CONFLICT (id) DO UPDATE
       SET value = excluded.value, version_by = excluded.version_by,
           version = CASE WHEN excluded.version_by = 'hash' OR r.version_by = 'hash' THEN excluded.version
                          WHEN excluded.version_by = 'integer' THEN (r.version::bigint + 1)::text
                          ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
    RETURNING id, value, version, version_by)
SELECT o_now, id, value, version, version_by, o_admitted, o_largest, o_refusals FROM fence LEFT JOIN written ON true
