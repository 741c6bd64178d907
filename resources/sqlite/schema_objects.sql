-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Objects that bear one of our names: with the prefix (?1), and not of a sandbox.
SELECT name FROM sqlite_schema
WHERE type IN ('table', 'view') AND name IN (?1 || 'meta', ?1 || 'stamp', ?1 || 'clock', ?1 || 'locks', ?1 || 'waiters',
  ?1 || 'fences', ?1 || 'refusals', ?1 || 'tasks', ?1 || 'task_rules', ?1 || 'outbox', ?1 || 'records', ?1 || 'workers',
  ?1 || 'audit', ?1 || 'removed', ?1 || 'draws', ?1 || 'draw_entries')
ORDER BY name
