-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: login_find
SELECT account, password FROM {table}

-- name: login_lock
-- One session at a time makes an account, and forgets it when it cannot have its rights: another would use it meanwhile.
SELECT GET_LOCK(CONCAT('lockdesk_', SHA1(CONCAT(DATABASE(), '.', {name}))), {seconds})

-- name: login_unlock
SELECT RELEASE_LOCK(CONCAT('lockdesk_', SHA1(CONCAT(DATABASE(), '.', {name}))))

-- name: login_note
CREATE TABLE IF NOT EXISTS {table} (one INT PRIMARY KEY, account VARCHAR(80), password VARCHAR(80)) ENGINE=InnoDB;
INSERT IGNORE INTO {table} VALUES (1, {account}, {password})

-- name: login_create
CREATE USER IF NOT EXISTS {user} IDENTIFIED BY {password};
GRANT SELECT ON {p}clock TO {user};
GRANT SELECT, INSERT ON {p}changes TO {user}

-- name: login_rights
-- For each name why the account gets no rights on that table, or the statement that gives them. A table named like those that identify
-- sandboxes would create another sandbox; the account's note is ours. A sandbox "a_b" begins like a sandbox "a".
WITH n (name) AS (VALUES {names})
SELECT {real}, n.name,
       CASE WHEN n.name = 'sql_login' OR n.name LIKE '%\_clock' THEN CONCAT('''', n.name, ''' is not for the SQL of this sandbox')
            WHEN EXISTS (SELECT 1 FROM information_schema.tables c
                          WHERE c.table_schema = DATABASE() AND c.table_name LIKE 'lockdesk\_sb\_%\_clock'
                            AND CHAR_LENGTH(c.table_name) - CHAR_LENGTH('clock') > CHAR_LENGTH('{p}')
                            AND BINARY LEFT(CONCAT('{p}', n.name), CHAR_LENGTH(c.table_name) - CHAR_LENGTH('clock'))
                                = BINARY LEFT(c.table_name, CHAR_LENGTH(c.table_name) - CHAR_LENGTH('clock')))
            THEN CONCAT('''', n.name, ''' belongs to another sandbox') END,
       CONCAT('GRANT SELECT', IF(n.name = 'meta', '', ', INSERT, UPDATE, DELETE'),
              IF(n.name IN ('meta', 'locks', 'waiters', 'fences', 'refusals', 'task_rules', 'tasks', 'outbox', 'records', 'draws',
                            'draw_entries', 'workers', 'audit', 'removed', 'schedule', 'sessions'), '',
                 ', CREATE, DROP, ALTER, INDEX, REFERENCES, CREATE VIEW, SHOW VIEW'),
              ' ON `{p}', REPLACE(n.name, '`', '``'), '` TO ', {account})
  FROM n

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
