-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: record_put
INSERT INTO lockdesk_records AS r (id, value, version, version_by)
VALUES ({id}, {value}, CASE {by} WHEN 'integer' THEN '1' WHEN 'time' THEN lockdesk_now()::text
                        ELSE encode(sha256(convert_to({value}, 'UTF8')), 'hex') END, {by})
ON CONFLICT (id) DO UPDATE
   SET value = excluded.value, version_by = excluded.version_by,
       version = CASE WHEN excluded.version_by = 'hash' OR r.version_by = 'hash' THEN excluded.version
                      WHEN excluded.version_by = 'integer' THEN (r.version::bigint + 1)::text
                      ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
RETURNING lockdesk_now(), id, value, version, version_by

-- name: record_put_fenced
WITH fence AS MATERIALIZED (SELECT * FROM lockdesk_admit({resource}, {token}, {who})),
written AS (
    INSERT INTO lockdesk_records AS r (id, value, version, version_by)
    SELECT {id}::text, {value}::text,
           CASE {by}::text WHEN 'integer' THEN '1' WHEN 'time' THEN lockdesk_now()::text
                         ELSE encode(sha256(convert_to({value}::text, 'UTF8')), 'hex') END, {by}::text
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
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_records r ON r.id = {id}

-- name: record_bump
UPDATE lockdesk_records r
   SET version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   ELSE greatest(lockdesk_now(), r.version::bigint + 1)::text END
 WHERE r.id = {id} AND r.version_by IN ('integer', 'time')
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by

-- name: record_update
UPDATE lockdesk_records r
   SET value = {value},
       version = CASE r.version_by WHEN 'integer' THEN (r.version::bigint + 1)::text
                                   WHEN 'time' THEN greatest(lockdesk_now(), r.version::bigint + 1)::text
                                   ELSE encode(sha256(convert_to({value}, 'UTF8')), 'hex') END
 WHERE r.id = {id} AND r.version = {version}
RETURNING lockdesk_now(), r.id, r.value, r.version, r.version_by
