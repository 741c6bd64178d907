-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: dist_lock_schema
-- {t} is the table's name. The expiry is in microseconds since 1970; owner or expiry NULL is free.
CREATE TABLE IF NOT EXISTS {t} (name varchar(100) NOT NULL PRIMARY KEY, owner varchar(100) NULL, expiry INTEGER NULL);

-- name: dist_lock_columns
SELECT count(*), count(*) FILTER (WHERE name IN ('name', 'owner', 'expiry')) FROM pragma_table_info(?1)

-- name: dist_lock_read
SELECT owner, expiry FROM {t} WHERE name = ?1

-- name: dist_lock_insert
INSERT INTO {t} (name, owner, expiry) VALUES (?1, ?2, ?3)

-- name: dist_lock_update
UPDATE {t} SET owner = ?2, expiry = ?3 WHERE name = ?1

-- name: dist_lock_clear
UPDATE {t} SET owner = NULL, expiry = NULL WHERE name = ?1

-- name: dist_lock_force
-- Sent as it is shown: `:name` and so on are replaced by literals before it is prepared.
UPDATE {t} SET owner = NULL, expiry = NULL WHERE name = :name AND owner = :owner AND expiry IS NOT NULL{and_expires};

-- name: dist_lock_list
SELECT name, owner, expiry FROM {t} WHERE {where} ORDER BY {order} LIMIT {limit}
