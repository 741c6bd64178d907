-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: task_add
-- The first claim is above the base, the floor and the fence of that name, as the first grant of a lock is.
INSERT INTO {p}tasks (id, kind, phase, desired_state, payload, token, locked_at, updated_at, created_at, change)
VALUES (?1, ?2, ?3, ?4, ?5, max(ifnull((SELECT max(value) FROM {p}meta WHERE key IN ('token_base', 'token_floor')), 0),
  ifnull((SELECT largest FROM {p}fences WHERE resource = ?1), 0)), 0, ?6, ?6, ?7) ON CONFLICT (id) DO NOTHING

-- name: task_look
-- Plain order. The latest locked_at that is still due is exclusive. A task whose next token could not be checked, by a number
-- from outside, is passed over: it must not stop the others.
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at < ?3 AND ifnull(token, 0) BETWEEN 0 AND 9007199254740990
  ORDER BY locked_at, updated_at, id LIMIT ?4

-- name: task_look_returned
-- Only tasks that were claimed before: expired or relocked.
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at > 0 AND locked_at < ?3 AND ifnull(token, 0) BETWEEN 0 AND 9007199254740990
  ORDER BY locked_at, updated_at, id LIMIT ?4

-- name: task_look_any
SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at < ?3 LIMIT 1

-- name: task_take
UPDATE {p}tasks SET owner = ?2, token = ?3, claim_id = ?4, locked_at = ?5, claims = ?6, takeovers = ?7, change = ?8
  WHERE row = ?1

-- name: task_take_version
-- Token and locked_at as they were read are the version.
UPDATE {p}tasks SET owner = ?2, token = ?3, claim_id = ?4, locked_at = ?5, claims = ?6, takeovers = ?7, change = ?8
WHERE row = ?1 AND token IS ?9 AND locked_at IS ?10

-- name: task_by_claim
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE claim_id = ?1 ORDER BY locked_at, updated_at, id

-- name: task_find
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE id = ?1

-- name: task_advance
UPDATE {p}tasks SET phase = ?2, desired_state = ?3, owner = NULL, locked_at = 0, updated_at = ?4, failures = 0,
  last_error = NULL,
  change = ?5
WHERE row = ?1

-- name: task_give_back
-- Unlock, relock and extend: leaves the phase and updated_at.
UPDATE {p}tasks SET owner = ?2, locked_at = ?3, change = ?4 WHERE row = ?1

-- name: task_fail
UPDATE {p}tasks SET owner = NULL, locked_at = ?2, failures = ?3, last_error = ?4, change = ?5 WHERE row = ?1

-- name: task_relock_forced
-- Sent as it is shown: `:id` and so on are replaced by literals before it is prepared.
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, 'relock', 'task', :id, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}tasks WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token),
  'done', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}tasks SET owner = NULL, token = ifnull(token, 0) + 1, failures = 0, change = (SELECT n + 1 FROM {p}stamp),
  locked_at = min({now} - ifnull((SELECT lock_timeout_us FROM {p}task_rules r WHERE r.kind = {p}tasks.kind
  AND r.phase = {p}tasks.phase), 30000000) + :wait, 9000000000000000)
WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token;
UPDATE {p}stamp SET n = n + 1;

-- name: task_remove
-- Sent as it is shown: `:id` and so on are replaced by literals before it is prepared. A later task of that id has larger
-- tokens.
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, 'remove', 'task', :id, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}tasks WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token),
  'done', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}meta SET value = max(value, :token) WHERE key = 'token_floor'
  AND EXISTS (SELECT 1 FROM {p}tasks WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token);
DELETE FROM {p}tasks WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token;
UPDATE {p}stamp SET n = n + 1;

-- name: task_ended
-- Of a final phase, unlocked since before that time, oldest first.
SELECT row, ifnull(token, 0) FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at = 0 AND updated_at < ?3
  AND ifnull(owner, '') = '' ORDER BY updated_at LIMIT ?4

-- name: task_ended_late
-- Of a final phase, tasks that were relocked before it was final.
SELECT row, ifnull(token, 0) FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at > 0 AND locked_at < ?3
  AND updated_at < ?3 AND ifnull(owner, '') = '' ORDER BY locked_at LIMIT ?4

-- name: task_floor
UPDATE {p}meta SET value = max(value, ?1) WHERE key = 'token_floor'

-- name: task_delete
DELETE FROM {p}tasks WHERE row = ?1

-- name: task_rule_set
INSERT INTO {p}task_rules (kind, phase, lock_timeout_us, backoff, max_failures) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (kind, phase) DO UPDATE SET lock_timeout_us = excluded.lock_timeout_us, backoff = excluded.backoff,
  max_failures = excluded.max_failures

-- name: task_rule
SELECT lock_timeout_us, backoff, max_failures FROM {p}task_rules WHERE kind = ?1 AND phase = ?2

-- name: task_rules
SELECT kind, phase, lock_timeout_us, backoff, max_failures FROM {p}task_rules ORDER BY kind, phase

-- name: task_counts_next
-- The next (kind, phase) of the index after the last one: two jumps, not a scan. A comparison of the pair would be one
-- statement, but SQLite 3.40 starts it at the first row of the last pair and reads all of them.
SELECT kind, phase FROM (
  SELECT * FROM (SELECT kind, phase FROM {p}tasks WHERE kind = ?1 AND phase > ?2 ORDER BY kind, phase LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT kind, phase FROM {p}tasks WHERE kind > ?1 ORDER BY kind, phase LIMIT 1))
LIMIT 1

-- name: task_counts
-- The latest due locked_at is exclusive. Each count reads an index alone and stops at the cap.
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at < ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at >= ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND owner IS NOT NULL
  AND locked_at < ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND owner IS NOT NULL
  AND locked_at >= ?3 LIMIT ?4)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND failures > 0
  AND failures >= ?5 LIMIT ?4))

-- name: task_list
SELECT k.id, k.kind, k.phase, k.desired_state, k.payload, k.owner, k.token, k.claim_id, k.locked_at, k.updated_at,
  k.created_at,
  k.claims, k.takeovers, k.failures, k.last_error, k.change, k.row, r.lock_timeout_us, r.max_failures
FROM {p}tasks k LEFT JOIN {p}task_rules r ON r.kind = k.kind AND r.phase = k.phase
WHERE {where} ORDER BY {order} LIMIT {limit}
