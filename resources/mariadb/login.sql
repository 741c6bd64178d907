-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: login_find
SELECT account, password FROM {table}

-- name: login_note
CREATE TABLE IF NOT EXISTS {table} (one INT PRIMARY KEY, account VARCHAR(80), password VARCHAR(80)) ENGINE=InnoDB;
INSERT IGNORE INTO {table} VALUES (1, {account}, {password})

-- name: login_create
CREATE USER IF NOT EXISTS {user} IDENTIFIED BY {password};
GRANT SELECT ON {clock} TO {user};
GRANT SELECT, INSERT ON {changes} TO {user}

-- name: login_forget
DROP TABLE IF EXISTS {table}

-- name: login_beyond
SELECT COALESCE(
  (SELECT CONCAT('the server took the login of ', CURRENT_USER()) FROM DUAL WHERE CURRENT_USER() <> {account}),
  (SELECT CONCAT('everybody may reach the database ', schema_name) FROM information_schema.schemata
   WHERE schema_name NOT IN (DATABASE(), 'information_schema') LIMIT 1),
  (SELECT CONCAT('everybody may use the table ', table_name) FROM information_schema.tables
   WHERE table_schema = DATABASE() AND LEFT(table_name, CHAR_LENGTH({prefix})) <> {prefix} LIMIT 1),
  '')

-- name: login_drop
DROP USER IF EXISTS {user}
