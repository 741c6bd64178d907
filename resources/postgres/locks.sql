-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: lock_acquire
SELECT * FROM lockdesk_acquire({name}, {owner}, {lease}, {mark})

-- name: lock_renew
SELECT * FROM lockdesk_renew({name}, {owner}, {token}, {lease})

-- name: lock_release
SELECT * FROM lockdesk_release({name}, {owner}, {token}, {at_least})

-- name: lock_force_release
WITH freed AS (
  UPDATE lockdesk_locks
     SET owner = NULL, holds = 0, token = token + 1, cooling_until = {cooling},
         last_owner = owner, reason = {reason},
         lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL, renewals = 0,
         requests = '', released_at = lockdesk_now(), changed = pg_current_xact_id()
   WHERE name = {name} AND {where}
  RETURNING name, token, cooling_until),
fenced AS (
  INSERT INTO lockdesk_fences (resource, largest)
  SELECT name, token FROM freed
      ON CONFLICT (resource) DO UPDATE
     SET largest = greatest(lockdesk_fences.largest, excluded.largest) RETURNING 1),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, {action}, 'lock', {name}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM freed) THEN 'released' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_now() AS now, freed.token, freed.cooling_until FROM (SELECT 1) one LEFT JOIN freed ON true

-- name: lock_force_release_cooling
lockdesk_add(lockdesk_now(), {us})

-- name: lock_end_cooling
WITH ended AS (
  UPDATE lockdesk_locks
     SET cooling_until = NULL, reason = {reason}, changed = pg_current_xact_id()
   WHERE name = {name} AND coalesce(owner, '') = '' AND token = {token} AND cooling_until = {until}
     AND cooling_until > lockdesk_now()
  RETURNING token),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'end-hold-off', 'lock', {name}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM ended) THEN 'released' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_now() AS now, ended.token FROM (SELECT 1) one LEFT JOIN ended ON true

-- name: lock_collect
WITH page AS (
    SELECT max(p.name) AS last, count(*) AS looked
      FROM (SELECT l.name FROM lockdesk_locks l WHERE l.name > {after} ORDER BY l.name LIMIT {limit}::bigint) p),
gone AS (
    DELETE FROM lockdesk_locks l
     WHERE l.name > {after} AND l.name <= (SELECT page.last FROM page)
       AND coalesce(l.owner, '') = '' AND coalesce(l.cooling_until, 0) <= lockdesk_stamp()
       AND coalesce(l.released_at, l.acquired_at, 0) < lockdesk_stamp() - {older}::bigint
    RETURNING l.token),
floor AS (
    UPDATE lockdesk_meta m SET value = greatest(m.value::bigint, g.top)::text
      FROM (SELECT max(gone.token) AS top FROM gone) g
     WHERE m.key = 'token_floor' AND g.top IS NOT NULL
    RETURNING 1),
past AS (DELETE FROM lockdesk_waiters w WHERE {after} = '' AND w.until <= lockdesk_stamp() RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone), page.looked, page.last
  FROM page

-- name: lock_find
SELECT n.now, l.name, l.owner, l.token, l.holds, l.lease_us, l.acquired_at, l.renewed_at, l.expires_at, l.cooling_until,
       l.released_at, l.last_owner, l.reason, l.renewals, l.requests,
       (SELECT count(*) FROM lockdesk_waiters w WHERE w.name = l.name AND w.until > n.now) AS waiters
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_locks l ON l.name = {name}

-- name: lock_state
-- A clock in a SELECT is read once, not for each of a million rows.
(CASE WHEN coalesce(k.owner, '') = '' THEN CASE WHEN k.cooling_until > (SELECT lockdesk_stamp()) THEN 'cooling' ELSE 'free' END
      WHEN k.expires_at IS NULL THEN 'held' WHEN k.expires_at <= (SELECT lockdesk_stamp()) THEN 'expired'
      WHEN k.expires_at - (SELECT lockdesk_stamp()) <= k.lease_us / 3 THEN 'closing' ELSE 'held' END)

-- name: lock_list
SELECT n.now, l.name, l.owner, l.token, l.holds, l.lease_us, l.acquired_at, l.renewed_at, l.expires_at, l.cooling_until,
       l.released_at, l.last_owner, l.reason, l.renewals, l.requests,
       (SELECT count(*) FROM lockdesk_waiters w WHERE w.name = l.name AND w.until > n.now) AS waiters
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_locks k WHERE {where} {order} {limit}) l ON true

-- name: wait_announce
INSERT INTO lockdesk_waiters AS w (name, owner, since, until)
VALUES ({name}, {owner}, lockdesk_stamp(), lockdesk_add(lockdesk_stamp(), {at_most}))
ON CONFLICT (name, owner) DO UPDATE
   SET until = excluded.until, since = CASE WHEN w.until > excluded.since THEN w.since ELSE excluded.since END
RETURNING lockdesk_stamp()

-- name: wait_withdraw
WITH gone AS (DELETE FROM lockdesk_waiters w WHERE w.name = {name} AND w.owner = {owner} RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: wait_count
SELECT lockdesk_stamp(), count(*) FROM lockdesk_waiters w WHERE w.name = {name} AND w.until > lockdesk_stamp()

-- name: wait_list
SELECT n.now, w.name, w.owner, w.since, w.until
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_waiters k WHERE k.until > n.now AND {where} {order} {limit}) w ON true
