-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- A DATETIME is UTC, whatever the session's time zone; the server converts a TIMESTAMP to an instant. A date of zeros is
-- not NULL, and long over.

-- name: dist_lock_schema
CREATE TABLE {table} (
    name VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL PRIMARY KEY,
    owner VARCHAR(100) NULL,
    expiry DATETIME(6) NULL
)

-- name: dist_lock_columns
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
       COUNT(CASE WHEN LOWER(COLUMN_NAME) IN ('name', 'owner', 'expiry') THEN 1 END), COUNT(*),
       MAX(LOWER(COLUMN_NAME) = 'expiry' AND DATA_TYPE IN ('timestamp', 'datetime')),
       MAX(LOWER(COLUMN_NAME) = 'expiry' AND DATA_TYPE = 'timestamp'),
       IFNULL(MAX(CASE WHEN LOWER(COLUMN_NAME) = 'expiry' THEN CAST(POW(10, 6 - DATETIME_PRECISION) AS SIGNED) END), 1)
  FROM information_schema.COLUMNS
 WHERE TABLE_SCHEMA = IF({table} LIKE '%.%', SUBSTRING_INDEX({table}, '.', 1), DATABASE())
   AND TABLE_NAME = SUBSTRING_INDEX({table}, '.', -1)

-- name: dist_lock_read
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, k.owner, IF(k.expiry IS NULL, NULL, IFNULL(IF({is_timestamp}, CAST(UNIX_TIMESTAMP(k.expiry) * 1000000 AS SIGNED),
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.expiry)), 0)) AS expiry
  FROM {table} k
 WHERE k.name = {name} {lock};
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))

-- name: dist_lock_insert
INSERT INTO {table} (name, owner, expiry) VALUES ({name}, {owner}, TIMESTAMPADD(MICROSECOND, {us}, '1970-01-01 00:00:00'))
ON DUPLICATE KEY UPDATE name = VALUES(name)

-- name: dist_lock_insert_timestamp
INSERT INTO {table} (name, owner, expiry) VALUES ({name}, {owner}, FROM_UNIXTIME({us} / 1000000))
ON DUPLICATE KEY UPDATE name = VALUES(name)

-- name: dist_lock_update
UPDATE {table} SET owner = {owner}, expiry = TIMESTAMPADD(MICROSECOND, {us}, '1970-01-01 00:00:00') WHERE name = {name}

-- name: dist_lock_update_timestamp
UPDATE {table} SET owner = {owner}, expiry = FROM_UNIXTIME({us} / 1000000) WHERE name = {name}

-- name: dist_lock_clear
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name}

-- name: dist_lock_force
UPDATE {table} SET owner = NULL, expiry = NULL WHERE name = {name} AND CONVERT(owner USING utf8mb4) COLLATE utf8mb4_nopad_bin = {owner} AND expiry IS NOT NULL{and_expires}

-- name: dist_lock_expires
AND expiry = TIMESTAMPADD(MICROSECOND, {us}, '1970-01-01 00:00:00')

-- name: dist_lock_expires_timestamp
AND expiry = FROM_UNIXTIME({us} / 1000000)

-- name: dist_lock_list
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, k.owner, IF(k.expiry IS NULL, NULL, IFNULL(IF({is_timestamp}, CAST(UNIX_TIMESTAMP(k.expiry) * 1000000 AS SIGNED),
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.expiry)), 0)) AS expiry
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
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
       COUNT(CASE WHEN LOWER(COLUMN_NAME) IN ('name', 'lock_until', 'locked_at', 'locked_by') THEN 1 END), COUNT(*), 1, 0, 1
  FROM information_schema.COLUMNS
 WHERE TABLE_SCHEMA = IF({table} LIKE '%.%', SUBSTRING_INDEX({table}, '.', 1), DATABASE())
   AND TABLE_NAME = SUBSTRING_INDEX({table}, '.', -1)

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
UPDATE {table} SET lock_until = TIMESTAMPADD(MICROSECOND, {until_us}, '1970-01-01 00:00:00'),
    locked_at = TIMESTAMPADD(MICROSECOND, {at_us}, '1970-01-01 00:00:00'), locked_by = {owner} WHERE name = {name}

-- name: shedlock_long_ago
'2000-01-01 00:00:00'

-- name: shedlock_force
UPDATE {table} SET lock_until = {passed} WHERE name = {name} AND locked_by = {owner} AND locked_at {was} AND lock_until = {until}

-- name: shedlock_list
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), k.name, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.lock_until) AS lock_until,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.locked_at) AS locked_at, k.locked_by,
       CAST(k.lock_until AS CHAR) AS until_text, CAST(k.locked_at AS CHAR) AS at_text
  FROM {table} k
 WHERE {where} {order} {limit}
