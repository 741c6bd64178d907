-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: stamp_next
UPDATE {p}stamp SET n = n + 1 RETURNING n

-- name: stamp_read
SELECT n, pruned, (SELECT value FROM {p}meta WHERE key = 'created_at') FROM {p}stamp

-- name: data_version
PRAGMA data_version

-- name: removed_list
SELECT change, entity, key FROM {p}removed WHERE change > ?1 ORDER BY change LIMIT ?2

-- name: removed_prune
-- Keeps so many tombstones; an observer with an older cursor gets a snapshot.
UPDATE {p}stamp SET pruned = max(pruned, ifnull((SELECT change FROM {p}removed ORDER BY change DESC LIMIT 1 OFFSET ?1), 0))

-- name: removed_forget
DELETE FROM {p}removed WHERE change <= (SELECT pruned FROM {p}stamp)

-- name: hint_lock
SELECT ifnull((SELECT change FROM {p}locks WHERE name = ?1), 0)

-- name: hint_locks
SELECT ifnull((SELECT max(change) FROM {p}locks), 0) + ifnull((SELECT max(change) FROM {p}removed), 0)

-- name: hint_tasks
SELECT ifnull((SELECT max(change) FROM {p}tasks), 0) + ifnull((SELECT max(change) FROM {p}removed), 0)

-- name: hint_outbox
SELECT ifnull((SELECT max(change) FROM {p}outbox), 0) + ifnull((SELECT max(change) FROM {p}removed), 0)

-- name: hint_workers
SELECT ifnull((SELECT max(change) FROM {p}workers), 0) + ifnull((SELECT max(change) FROM {p}removed), 0)

-- name: hint_waiters
SELECT ifnull(max(change), 0) * 10000 + count(*) FROM {p}waiters

-- name: hint_refusals
SELECT ifnull(max(seq), 0) FROM {p}refusals

-- name: hint_audit
SELECT ifnull(max(seq), 0) FROM {p}audit

-- name: hint_clock
SELECT set_at FROM {p}clock

-- name: list_count
SELECT count(*) FROM (SELECT 1 FROM {p}{table} WHERE {where} LIMIT {cap})
