-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: lock_find
SELECT owner, token, holds, lease_us, acquired_at, expires_at, cooling_until, requests FROM {p}locks WHERE name = ?1

-- name: lock_ground
-- Numbers that a grant's token must exceed: the base, for a row that came back with a backup; for a name never seen, collected,
-- or deleted by hand also the floor and the fence of that name.
SELECT (SELECT value FROM {p}meta WHERE key = 'token_base'), (SELECT value FROM {p}meta WHERE key = 'token_floor'),
  (SELECT largest FROM {p}fences WHERE resource = ?1)

-- name: lock_acquire_first
INSERT INTO {p}locks (name, owner, token, holds, lease_us, acquired_at, expires_at, requests, change)
VALUES (?1, ?2, ?8, 1, ?3, ?4, ?5, ?6, ?7)

-- name: lock_acquire
UPDATE {p}locks SET owner = ?2, holds = 1, lease_us = ?3, acquired_at = ?4, renewed_at = NULL, expires_at = ?5,
  cooling_until = NULL, released_at = NULL, last_owner = NULL, reason = NULL, renewals = 0, requests = ?6, change = ?7, token = ?8
WHERE name = ?1

-- name: lock_acquire_again
UPDATE {p}locks SET holds = ?2, lease_us = ?3, expires_at = ?4, requests = ?5, change = ?6 WHERE name = ?1

-- name: lock_renew
UPDATE {p}locks SET lease_us = ?2, renewed_at = ?3, expires_at = ?4, renewals = ifnull(renewals, 0) + 1,
  change = ?5 WHERE name = ?1

-- name: lock_release
UPDATE {p}locks SET owner = NULL, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL,
  cooling_until = ?2, released_at = ?3, last_owner = owner, reason = NULL, renewals = 0, requests = '', change = ?4
WHERE name = ?1

-- name: lock_release_one
UPDATE {p}locks SET holds = ?2, requests = ?3, change = ?4 WHERE name = ?1

-- name: lock_force_release
-- Sent as it is shown, value by value: `:name` and so on are replaced by literals before it is prepared.
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, :action, 'lock', :name, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}locks WHERE name = :name AND owner = :owner AND token = :token{and_acquired}{and_expires}),
  'released', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}locks SET owner = NULL, token = token + 1, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL,
  expires_at = NULL, cooling_until = {cooling}, released_at = {now}, last_owner = owner, reason = :reason, renewals = 0,
  requests = '', change = (SELECT n + 1 FROM {p}stamp)
WHERE name = :name AND owner = :owner AND token = :token{and_acquired}{and_expires};
INSERT INTO {p}fences (resource, largest) SELECT name, token FROM {p}locks WHERE name = :name AND changes() = 1
ON CONFLICT (resource) DO UPDATE SET largest = max(ifnull(largest, 0), excluded.largest);
UPDATE {p}stamp SET n = n + 1;

-- name: lock_end_cooling
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, 'end-hold-off', 'lock', :name, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}locks WHERE name = :name AND ifnull(owner, '') = '' AND token = :token AND cooling_until = :until AND cooling_until > {now}),
  'released', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}locks SET cooling_until = NULL, reason = :reason, change = (SELECT n + 1 FROM {p}stamp)
WHERE name = :name AND ifnull(owner, '') = '' AND token = :token AND cooling_until = :until AND cooling_until > {now};
UPDATE {p}stamp SET n = n + 1;

-- name: lock_collect
DELETE FROM {p}locks WHERE name > ?2 AND name <= ?3 AND ifnull(owner, '') = '' AND ifnull(cooling_until, 0) <= {now}
  AND released_at < {now} - ?1

-- name: lock_collect_page
SELECT max(name), count(*) FROM (SELECT name FROM {p}locks WHERE name > ?1 ORDER BY name LIMIT ?2)

-- name: lock_collect_floor
UPDATE {p}meta SET value = max(value, ifnull((SELECT max(token) FROM {p}locks
  WHERE name > ?2 AND name <= ?3 AND ifnull(owner, '') = '' AND ifnull(cooling_until, 0) <= {now}
    AND released_at < {now} - ?1), 0))
WHERE key = 'token_floor'

-- name: lock_list
SELECT name, owner, token, holds, lease_us, acquired_at, renewed_at, expires_at, cooling_until, released_at, last_owner, reason,
  renewals, requests, change,
  (SELECT count(*) FROM {p}waiters w WHERE w.name = k.name AND w.until > {now}) AS waiters
FROM {p}locks k WHERE {where} ORDER BY {order} LIMIT {limit}

-- name: wait_announce
INSERT INTO {p}waiters (name, owner, since, until, change) VALUES (?1, ?2, {now}, ?3, ?4)
ON CONFLICT (name, owner) DO UPDATE SET since = CASE WHEN until > {now} THEN since ELSE excluded.since END,
  until = excluded.until, change = excluded.change

-- name: wait_withdraw
DELETE FROM {p}waiters WHERE name = ?1 AND owner = ?2

-- name: wait_prune
DELETE FROM {p}waiters WHERE name = ?1 AND until <= {now}

-- name: wait_count
SELECT count(*) FROM {p}waiters WHERE name = ?1 AND until > {now}

-- name: wait_list
SELECT name, owner, since, until FROM {p}waiters k WHERE until > {now} AND {where} ORDER BY {order} LIMIT {limit}
