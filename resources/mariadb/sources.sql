-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: dist_lock_schema
CREATE TABLE {table} (
    name VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL PRIMARY KEY,
    owner VARCHAR(100) NULL,
    expiry DATETIME(6) NULL
)

-- name: dist_lock_columns
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
       COUNT(CASE WHEN LOWER(COLUMN_NAME) IN ('name', 'owner', 'expiry') THEN 1 END), COUNT(*),
       MAX(CASE WHEN LOWER(COLUMN_NAME) = 'expiry' THEN DATA_TYPE END),
       MAX(CASE WHEN LOWER(COLUMN_NAME) = 'expiry' THEN DATETIME_PRECISION END)
  FROM information_schema.COLUMNS
 WHERE TABLE_SCHEMA = {schema} AND TABLE_NAME = {bare}

-- name: dist_lock_read
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, k.owner, {expiry_us} AS expiry
  FROM {table} k
 WHERE k.name = {name} {lock};
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))

-- name: dist_lock_insert
INSERT INTO {table} (name, owner, expiry) VALUES ({name}, {owner}, {expiry}) ON DUPLICATE KEY UPDATE name = VALUES(name)

-- name: dist_lock_update
UPDATE {table} SET owner = {owner}, expiry = {expiry} WHERE name = {name}

-- name: dist_lock_clear
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name}

-- name: dist_lock_force
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name} AND {owner_text} = {owner} AND expiry IS NOT NULL{and_expires}

-- name: dist_lock_list
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, k.owner, {expiry_us} AS expiry
  FROM {table} k
 WHERE {where} {order} {limit}

-- name: shedlock_schema
CREATE TABLE {table} (
    name VARCHAR(64) NOT NULL PRIMARY KEY,
    lock_until TIMESTAMP(3) NOT NULL,
    locked_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    locked_by VARCHAR(255) NOT NULL
)

-- name: shedlock_columns
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), (SELECT COUNT(*) FROM information_schema.COLUMNS
                 WHERE TABLE_SCHEMA = {schema} AND TABLE_NAME = {bare}
                   AND LOWER(COLUMN_NAME) IN ('name', 'lock_until', 'locked_at', 'locked_by')),
       (SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = {schema} AND TABLE_NAME = {bare})

-- name: shedlock_read
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.lock_until) AS lock_until,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.locked_at) AS locked_at, k.locked_by,
       CAST(k.lock_until AS CHAR) AS until_text, CAST(k.locked_at AS CHAR) AS at_text
  FROM {table} k
 WHERE k.name = {name} {lock};
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))

-- name: shedlock_ensure
INSERT IGNORE INTO {table} (name, lock_until, locked_at, locked_by)
VALUES ({name}, '2000-01-01 00:00:00', '2000-01-01 00:00:00', {owner})

-- name: shedlock_write
UPDATE {table} SET lock_until = {until}, locked_at = {at}, locked_by = {owner} WHERE name = {name}

-- name: shedlock_force
UPDATE {table} SET lock_until = {passed} WHERE name = {name} AND locked_by = {owner} AND locked_at {was} AND lock_until = {until}

-- name: shedlock_list
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.lock_until) AS lock_until,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.locked_at) AS locked_at, k.locked_by,
       CAST(k.lock_until AS CHAR) AS until_text, CAST(k.locked_at AS CHAR) AS at_text
  FROM {table} k
 WHERE {where} {order} {limit}
