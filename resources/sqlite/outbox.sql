-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: outbox_add
-- seq is the transaction's number: it rises, and is never reused, even after the newest message was collected.
INSERT INTO {p}outbox (seq, id, topic, payload, state, created_at, next_at, change)
VALUES (?1, ?2, ?3, ?4, 'pending', ?5, ?5, ?1) ON CONFLICT (id) DO NOTHING

-- name: outbox_look
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE state = 'pending' AND next_at <= ?1 AND (?3 IS NULL OR topic = ?3)
  AND ifnull(token, 0) BETWEEN 0 AND 9007199254740990 ORDER BY next_at, seq LIMIT ?2

-- name: outbox_look_overdue
-- Claimed by a relay whose lease is over.
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE state = 'sending' AND lease_until <= ?1 AND (?3 IS NULL OR topic = ?3)
  AND ifnull(token, 0) BETWEEN 0 AND 9007199254740990 ORDER BY lease_until LIMIT ?2

-- name: outbox_look_any
SELECT EXISTS (SELECT 1 FROM {p}outbox WHERE state = 'pending' AND next_at <= ?1 AND (?2 IS NULL OR topic = ?2))
  OR EXISTS (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND lease_until <= ?1 AND (?2 IS NULL OR topic = ?2))

-- name: outbox_claim
UPDATE {p}outbox SET state = 'sending', owner = ?2, token = ?3, claim_id = ?4, lease_until = ?5, cuts = ?6,
  begun_at = NULL, change = ?7 WHERE seq = ?1

-- name: outbox_by_claim
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE claim_id = ?1 ORDER BY next_at, seq

-- name: outbox_find
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE id = ?1

-- name: outbox_begin
UPDATE {p}outbox SET begun_at = ?2, lease_until = ?3, change = ?4 WHERE seq = ?1

-- name: outbox_extend
UPDATE {p}outbox SET lease_until = ?4, change = ?5
WHERE id = ?1 AND claim_id = ?2 AND owner = ?3 AND state = 'sending'

-- name: outbox_settle
UPDATE {p}outbox SET state = ?2, next_at = ?3, lease_until = NULL, begun_at = NULL, owner = ?4, sent_at = ?5, last_error = ?6,
  tries = ?7, change = ?8 WHERE seq = ?1

-- name: outbox_backlog
-- Every count has a cap.
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'pending' LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND lease_until > {now} LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'dead' LIMIT ?1)),
  (SELECT min(created_at) FROM (SELECT created_at FROM {p}outbox WHERE state = 'pending' ORDER BY next_at, seq LIMIT ?1)),
  (SELECT min(created_at) FROM (SELECT created_at FROM {p}outbox WHERE state = 'sending' LIMIT ?1)),
  (SELECT next_at FROM {p}outbox WHERE state = 'pending' ORDER BY next_at, seq LIMIT 1),
  (SELECT lease_until FROM {p}outbox WHERE state = 'sending' ORDER BY lease_until LIMIT 1)

-- name: outbox_backlog_topic
-- The same for one topic, and the number of its messages added and sent after a time.
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'pending' AND topic = ?2 LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND topic = ?2 LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND lease_until > {now} AND topic = ?2 LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'dead' AND topic = ?2 LIMIT ?1)),
  (SELECT min(created_at) FROM {p}outbox WHERE state = 'pending' AND topic = ?2),
  (SELECT min(created_at) FROM {p}outbox WHERE state = 'sending' AND topic = ?2),
  (SELECT next_at FROM {p}outbox WHERE state = 'pending' AND topic = ?2 ORDER BY next_at, seq LIMIT 1),
  (SELECT lease_until FROM {p}outbox WHERE state = 'sending' AND topic = ?2 ORDER BY lease_until LIMIT 1),
  (SELECT count(*) FROM {p}outbox WHERE created_at > ?3 AND topic = ?2),
  (SELECT count(*) FROM {p}outbox WHERE state = 'sent' AND sent_at > ?3 AND topic = ?2)

-- name: outbox_backlog_in
-- At most so many of the newest messages; the number of them after a time, and the time of the oldest of these.
SELECT count(*), min(created_at) FROM (SELECT created_at FROM {p}outbox ORDER BY seq DESC LIMIT ?2) WHERE created_at > ?1

-- name: outbox_backlog_out
SELECT count(*), min(sent_at) FROM (SELECT sent_at FROM {p}outbox WHERE state = 'sent' AND sent_at > ?1
  ORDER BY sent_at DESC LIMIT ?2)

-- name: outbox_dead
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE state = 'dead' ORDER BY seq

-- name: outbox_retry_dead
-- Sent as it is shown: {and_ids} names the messages, or nothing for all of them.
UPDATE {p}outbox SET state = 'pending', tries = 0, cuts = 0, next_at = {now}, owner = NULL, lease_until = NULL,
  change = (SELECT n + 1 FROM {p}stamp)
WHERE state = 'dead'{and_ids};
UPDATE {p}stamp SET n = n + 1;

-- name: outbox_collect
DELETE FROM {p}outbox WHERE seq IN (SELECT seq FROM {p}outbox WHERE state = 'sent' AND sent_at < {now} - ?1
  ORDER BY sent_at LIMIT ?2)

-- name: outbox_list
SELECT id, seq, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox k WHERE {where} ORDER BY {order} LIMIT {limit}
