-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- The session's time zone is UTC, so that a column without one has UTC, too, as ShedLock's own database time has.

-- name: dist_lock_schema
CREATE TABLE {table} (
    name varchar(100) PRIMARY KEY,
    owner varchar(100) NULL,
    expiry timestamptz NULL
)

-- name: dist_lock_columns
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
       count(*) FILTER (WHERE a.attname IN ('name', 'owner', 'expiry')), to_regclass({table}) IS NOT NULL,
       bool_or(a.attname = 'expiry' AND a.atttypid::regtype::text LIKE 'timestamp%'), false, 1
  FROM (SELECT 1) one
  LEFT JOIN pg_attribute a ON a.attrelid = to_regclass({table}) AND a.attnum > 0 AND NOT a.attisdropped

-- name: dist_lock_read
WITH r AS (SELECT * FROM {table} t WHERE t.name = {name} {lock})
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, r.name, r.owner,
       CASE WHEN isfinite(r.expiry) THEN (extract(epoch FROM r.expiry) * 1000000)::bigint
            WHEN r.expiry > 'epoch' THEN 9000000000000000 WHEN r.expiry < 'epoch' THEN 0 END AS expiry
  FROM (SELECT 1) one LEFT JOIN r ON true

-- name: dist_lock_insert
INSERT INTO {table} (name, owner, expiry) VALUES ({name}, {owner}, timestamptz 'epoch' + {us}::bigint * interval '1 microsecond')
ON CONFLICT (name) DO NOTHING

-- name: dist_lock_update
UPDATE {table} SET owner = {owner}, expiry = timestamptz 'epoch' + {us}::bigint * interval '1 microsecond' WHERE name = {name}

-- name: dist_lock_clear
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name}

-- name: dist_lock_force
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name} AND owner = {owner} AND expiry IS NOT NULL{and_expires}

-- name: dist_lock_expires
AND (extract(epoch FROM expiry) * 1000000)::bigint = {us}

-- name: dist_lock_list
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, t.name, t.owner,
       CASE WHEN isfinite(t.expiry) THEN (extract(epoch FROM t.expiry) * 1000000)::bigint
            WHEN t.expiry > 'epoch' THEN 9000000000000000 WHEN t.expiry < 'epoch' THEN 0 END AS expiry
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT * FROM {table} k WHERE {where} {order} {limit}) t ON true

-- name: shedlock_schema
CREATE TABLE {table} (
    name varchar(64) PRIMARY KEY,
    lock_until timestamp NOT NULL,
    locked_at timestamp NOT NULL,
    locked_by varchar(255) NOT NULL
)

-- name: shedlock_columns
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
       count(*) FILTER (WHERE a.attname IN ('name', 'lock_until', 'locked_at', 'locked_by')), to_regclass({table}) IS NOT NULL,
       bool_or(a.attname = 'lock_until' AND a.atttypid::regtype::text LIKE 'timestamp%'), false, 1
  FROM (SELECT 1) one
  LEFT JOIN pg_attribute a ON a.attrelid = to_regclass({table}) AND a.attnum > 0 AND NOT a.attisdropped

-- name: shedlock_read
WITH r AS (SELECT * FROM {table} t WHERE t.name = {name} {lock})
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, r.name,
       CASE WHEN isfinite(r.lock_until) THEN (extract(epoch FROM r.lock_until) * 1000000)::bigint
            WHEN r.lock_until > 'epoch' THEN 9000000000000000 ELSE 0 END AS lock_until,
       CASE WHEN isfinite(r.locked_at) THEN (extract(epoch FROM r.locked_at) * 1000000)::bigint END AS locked_at,
       r.locked_by, r.lock_until::text, r.locked_at::text
  FROM (SELECT 1) one LEFT JOIN r ON true

-- name: shedlock_ensure
INSERT INTO {table} (name, lock_until, locked_at, locked_by) VALUES ({name}, timestamptz 'epoch', timestamptz 'epoch', {owner})
ON CONFLICT (name) DO NOTHING

-- name: shedlock_write
UPDATE {table} SET lock_until = timestamptz 'epoch' + {until_us}::bigint * interval '1 microsecond',
    locked_at = timestamptz 'epoch' + {at_us}::bigint * interval '1 microsecond', locked_by = {owner}
 WHERE name = {name}

-- name: shedlock_long_ago
timestamp 'epoch'

-- name: shedlock_force
UPDATE {table} SET lock_until = {passed} WHERE name = {name} AND locked_by = {owner} AND locked_at {was} AND lock_until = {until}

-- name: shedlock_list
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, t.name,
       CASE WHEN isfinite(t.lock_until) THEN (extract(epoch FROM t.lock_until) * 1000000)::bigint
            WHEN t.lock_until > 'epoch' THEN 9000000000000000 ELSE 0 END AS lock_until,
       CASE WHEN isfinite(t.locked_at) THEN (extract(epoch FROM t.locked_at) * 1000000)::bigint END AS locked_at,
       t.locked_by, t.lock_until::text, t.locked_at::text
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT * FROM {table} k WHERE {where} {order} {limit}) t ON true
