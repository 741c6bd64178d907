-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: outbox_add
WITH added AS (
    INSERT INTO lockdesk_outbox (id, topic, payload) VALUES ({id}, {topic}, {payload}) ON CONFLICT (id) DO NOTHING RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM added)

-- name: outbox_add_row
INSERT INTO {schema}lockdesk_outbox (id, topic, payload) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING

-- name: outbox_claim
WITH c AS (
    SELECT m.id, m.next_at FROM lockdesk_outbox m
     WHERE m.state IN ('pending', 'sending') AND m.next_at <= lockdesk_stamp(){of_topic}
       AND {token_left}
       AND (m.state = 'pending' OR coalesce(m.lease_until, 0) <= lockdesk_stamp())
     ORDER BY m.next_at, m.seq LIMIT {limit} FOR UPDATE SKIP LOCKED),
u AS (
    UPDATE lockdesk_outbox m
       SET state = 'sending', owner = {owner}, claim_id = {claim}, token = coalesce(m.token, 0) + 1,
           cuts = least(coalesce(m.cuts, 0), 9007199254740990) + CASE WHEN m.state = 'sending' AND m.begun_at IS NOT NULL THEN 1 ELSE 0 END,
           begun_at = NULL,
           lease_until = lockdesk_add(lockdesk_stamp(), {lease}), next_at = lockdesk_add(lockdesk_stamp(), {lease}),
           changed = pg_current_xact_id()
      FROM c WHERE m.id = c.id
    RETURNING m.*, c.next_at AS was_next_at)
SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at, u.was_next_at
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN u ON true

-- name: outbox_by_claim
SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at, u.next_at AS was_next_at
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_outbox u ON u.claim_id = {claim}

-- name: outbox_begin
WITH b AS (
    UPDATE lockdesk_outbox m
       SET begun_at = lockdesk_now(), lease_until = lockdesk_add(lockdesk_now(), {lease}), next_at = lockdesk_add(lockdesk_now(), {lease}),
           changed = pg_current_xact_id()
     WHERE m.id = {id} AND m.owner = {owner} AND m.token = {token} AND m.state = 'sending'
    RETURNING 1),
r AS (
    UPDATE lockdesk_outbox m
       SET lease_until = lockdesk_add(lockdesk_now(), {lease}), next_at = lockdesk_add(lockdesk_now(), {lease}),
           changed = pg_current_xact_id()
      FROM b
     WHERE m.id = ANY ({rest}::text[]) AND m.claim_id = {claim} AND m.owner = {owner} AND m.state = 'sending'
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM b), (SELECT count(*) FROM r)

-- name: outbox_settle
WITH s AS (
    SELECT g.*, CASE WHEN g.failed THEN 1 ELSE 0 END AS added FROM unnest({ids}::text[], {owners}::text[], {tokens}::bigint[], {delivered}::boolean[], {errors}::text[], {retries}::bigint[], {tries}::bigint[],
                         {failed}::boolean[])
                  WITH ORDINALITY AS g(id, owner, token, delivered, error, retry, max_tries, failed, n)),
u AS (
    UPDATE lockdesk_outbox m
       SET state = CASE WHEN s.delivered THEN 'sent' WHEN coalesce(m.tries, 0) + coalesce(m.cuts, 0) + s.added >= s.max_tries THEN 'dead' ELSE 'pending' END,
           next_at = CASE WHEN s.delivered OR coalesce(m.tries, 0) + coalesce(m.cuts, 0) + s.added >= s.max_tries THEN NULL
                          ELSE lockdesk_add(lockdesk_stamp(), s.retry) END,
           sent_at = CASE WHEN s.delivered THEN lockdesk_stamp() END,
           last_error = CASE WHEN s.delivered THEN '' WHEN s.error = '' THEN m.last_error ELSE s.error END,
           tries = coalesce(m.tries, 0) + CASE WHEN s.delivered THEN 0 ELSE s.added END, begun_at = NULL,
           owner = CASE WHEN s.delivered THEN m.owner END, lease_until = NULL, changed = pg_current_xact_id()
      FROM s
     WHERE m.id = s.id AND m.owner = s.owner AND m.token = s.token AND m.state = 'sending'
    RETURNING s.n, m.*)
SELECT o.now, u.n, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at
  FROM (SELECT lockdesk_stamp() AS now) o LEFT JOIN u ON true

-- name: outbox_backlog
SELECT n.now,
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m WHERE m.state IN ('pending', 'sending'){of_topic} LIMIT 100001) p),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state IN ('pending', 'sending'){of_topic} AND m.next_at > n.now
                                 AND m.state = 'sending' AND m.lease_until > n.now LIMIT 100001) p),
       (SELECT m.created_at FROM lockdesk_outbox m
         WHERE m.state IN ('pending', 'sending'){of_topic} AND m.created_at IS NOT NULL ORDER BY m.created_at LIMIT 1),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state IN ('pending', 'sending'){of_topic} AND m.created_at > n.now - 60000000 LIMIT 1000000) p)
       + (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                                 WHERE m.state = 'sent'{of_topic} AND m.sent_at > n.now - 60000000
                                   AND m.created_at > n.now - 60000000 LIMIT 1000000) p)
       + (SELECT count(*) FROM (SELECT m.created_at FROM lockdesk_outbox m WHERE m.state = 'dead'{of_topic} LIMIT 100001) p
           WHERE p.created_at > n.now - 60000000),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m
                               WHERE m.state = 'sent'{of_topic} AND m.sent_at > n.now - 60000000 LIMIT 1000000) p),
       (SELECT count(*) FROM (SELECT 1 FROM lockdesk_outbox m WHERE m.state = 'dead'{of_topic} LIMIT 100001) p),
       (SELECT m.next_at FROM lockdesk_outbox m
         WHERE m.state IN ('pending', 'sending'){of_topic} AND m.next_at IS NOT NULL ORDER BY m.next_at, m.seq LIMIT 1)
  FROM (SELECT lockdesk_stamp() AS now) n

-- name: outbox_retry_dead
WITH freed AS (
  UPDATE lockdesk_outbox m
     SET state = 'pending', tries = 0, cuts = 0, next_at = lockdesk_stamp(), owner = NULL,
         lease_until = NULL, changed = pg_current_xact_id()
   WHERE m.state = 'dead'{which} RETURNING m.*)
SELECT lockdesk_stamp() AS now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id, u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at FROM (SELECT 1) one LEFT JOIN freed u ON true

-- name: outbox_collect
WITH gone AS (
    DELETE FROM lockdesk_outbox m
     WHERE m.id = ANY (ARRAY(SELECT k.id FROM lockdesk_outbox k
                              WHERE k.state = 'sent' AND k.sent_at < lockdesk_stamp() - {older}::bigint
                              ORDER BY k.sent_at LIMIT {limit}::bigint FOR UPDATE SKIP LOCKED))
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: outbox_find
SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_outbox k WHERE k.id = {id}) u ON true

-- name: outbox_list
SELECT n.now, u.id, u.seq, u.topic, u.payload, u.state, u.tries, u.created_at, u.next_at, u.owner, u.token, u.claim_id,
       u.lease_until, u.sent_at, u.last_error, u.cuts, u.begun_at
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_outbox k WHERE {where} {order} {limit}) u ON true
