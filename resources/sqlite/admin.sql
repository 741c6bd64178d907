-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: begin_read
BEGIN

-- name: begin_write
BEGIN IMMEDIATE

-- name: commit
COMMIT

-- name: meta_get
SELECT value FROM {p}meta WHERE key = ?1

-- name: meta_put
INSERT INTO {p}meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: clock_now
SELECT {now}

-- name: clock_read
SELECT base, set_at, rate FROM {p}clock

-- name: clock_start
INSERT INTO {p}clock (one, base, set_at, rate) SELECT 1, c, c, 1.0 FROM (SELECT lockdesk_clock_us() AS c)

-- name: clock_set
UPDATE {p}clock SET base = ?1, set_at = lockdesk_clock_us()

-- name: clock_rate
UPDATE {p}clock SET base = {now}, set_at = lockdesk_clock_us(), rate = ?1

-- name: floor_raise
-- Raised, never lowered. The floor is for names without a row, the base for every grant.
INSERT INTO {p}meta (key, value) VALUES ('token_floor', ?1), ('token_base', ?1)
ON CONFLICT (key) DO UPDATE SET value = max(ifnull(value, 0), excluded.value)

-- name: schema_columns
SELECT sum(name IN ('key', 'value')) FROM pragma_table_info(?1)

-- name: schema_version
SELECT value FROM "{p}meta" WHERE key = 'version'

-- name: sql_neighbours
SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')

-- name: journal_wal
PRAGMA journal_mode = WAL

-- name: schema_objects
-- Objects with one of our names: those with the prefix (?1), without those of a sandbox.
SELECT name FROM sqlite_schema
WHERE type IN ('table', 'view') AND name IN (?1 || 'meta', ?1 || 'stamp', ?1 || 'clock', ?1 || 'locks', ?1 || 'waiters',
  ?1 || 'fences', ?1 || 'refusals', ?1 || 'tasks', ?1 || 'task_rules', ?1 || 'outbox', ?1 || 'records', ?1 || 'workers',
  ?1 || 'audit', ?1 || 'removed', ?1 || 'draws', ?1 || 'draw_entries')
ORDER BY name

-- name: sandbox_list
SELECT substr(name, 13, length(name) - 17) FROM sqlite_schema s
WHERE type = 'table' AND name GLOB 'lockdesk_sb_*_meta'
  AND EXISTS (SELECT 1 FROM sqlite_schema c
              WHERE c.type = 'table' AND c.name = substr(s.name, 1, length(s.name) - 4) || 'clock')
ORDER BY name

-- name: sandbox_tables
-- Other objects with a sandbox's prefix (?1), created by the SQL of a lesson. The prefix of a sandbox "a_b" begins like that of
-- a sandbox "a"; objects that may belong to the longer name are left out. Anybody may have chosen the rest of a name: %w doubles quotes.
SELECT printf('DROP %s IF EXISTS "%w"', type, name) FROM sqlite_schema s
WHERE type IN ('view', 'table', 'trigger') AND substr(name, 1, length(?1)) = ?1
  AND NOT EXISTS (SELECT 1 FROM sqlite_schema other
                  WHERE other.type = 'table' AND other.name GLOB 'lockdesk_sb_*_meta' AND length(other.name) > length(?1) + 4
                    AND substr(other.name, 1, length(?1)) = ?1
                    AND substr(s.name, 1, length(other.name) - 4) = substr(other.name, 1, length(other.name) - 4))
ORDER BY CASE type WHEN 'trigger' THEN 0 WHEN 'view' THEN 1 ELSE 2 END, name

-- name: drop
DROP TABLE IF EXISTS {p}locks;
DROP TABLE IF EXISTS {p}waiters;
DROP TABLE IF EXISTS {p}fences;
DROP TABLE IF EXISTS {p}refusals;
DROP TABLE IF EXISTS {p}tasks;
DROP TABLE IF EXISTS {p}task_rules;
DROP TABLE IF EXISTS {p}outbox;
DROP TABLE IF EXISTS {p}records;
DROP TABLE IF EXISTS {p}draws;
DROP TABLE IF EXISTS {p}draw_entries;
DROP TABLE IF EXISTS {p}workers;
DROP TABLE IF EXISTS {p}audit;
DROP TABLE IF EXISTS {p}removed;
DROP TABLE IF EXISTS {p}clock;
DROP TABLE IF EXISTS {p}stamp;
DROP TABLE IF EXISTS {p}meta;
