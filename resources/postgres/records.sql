-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: record_put
INSERT INTO lockdesk_records AS r (id, value, version, version_by)
VALUES ($1, $2, CASE $3 WHEN 'integer' THEN '1' WHEN 'time' THEN lockdesk_now()::text
                        ELSE encode(sha256(convert_to($2, 'UTF8')), 'hex') END, $3)
ON CONFLICT (id) DO UPDATE
   SET value = excluded.value, version_by = excluded.version_by,
       version = CASE WHEN excluded.version_by = 'hash' OR r.version_by = 'hash' THEN excluded.version
                      WHEN excluded.version_by = 'integer' THEN (r.version::bigint + 1)::text
                      ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
RETURNING lockdesk_now(), id, value, version, version_by

-- name: record_put_fenced
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

-- name: record_get
SELECT n.now, r.id, r.value, r.version, r.version_by
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_records r ON r.id = $1

-- name: record_bump
UPDATE lockdesk_records r
   SET version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
 WHERE r.id = $1 AND r.version_by IN ('integer', 'time')
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by

-- name: record_update
UPDATE lockdesk_records r
   SET value = $3,
       version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   WHEN 'time' THEN greatest(lockdesk_now(), r.version::bigint + 1)::text
                                   ELSE encode(sha256(convert_to($3, 'UTF8')), 'hex') END
 WHERE r.id = $1 AND r.version = $2
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by
