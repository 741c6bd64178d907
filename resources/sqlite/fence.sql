-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: fence_admit
INSERT INTO {p}fences (resource, largest) VALUES (?1, ?2)
ON CONFLICT (resource) DO UPDATE SET largest = excluded.largest WHERE excluded.largest >= ifnull(largest, 0)
RETURNING largest, refusals

-- name: fence_refuse
UPDATE {p}fences SET refusals = ifnull(refusals, 0) + 1 WHERE resource = ?1 RETURNING largest, refusals

-- name: fence_find
SELECT largest, refusals FROM {p}fences WHERE resource = ?1

-- name: refusal_add
INSERT INTO {p}refusals (resource, token, largest, who, at, change) VALUES (?1, ?2, ?3, ?4, {now}, ?5)

-- name: refusal_prune
-- Keeps the newest hundred thousand, so that a writer that never gives up cannot fill the disk.
DELETE FROM {p}refusals WHERE seq <= (SELECT max(seq) FROM {p}refusals) - 100000

-- name: refusal_list
SELECT resource, token, largest, who, at, change FROM {p}refusals k WHERE {where} ORDER BY {order} LIMIT {limit}
