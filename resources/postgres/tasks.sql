-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: task_due
-- A clock in a SELECT is read once, not for each of a million rows.
(coalesce(k.locked_at, 0) < (SELECT lockdesk_stamp()) - coalesce(r.lock_timeout, 30000000))

-- name: task_final
-- A phase whose lock timeout has no end is final.
(coalesce(r.lock_timeout, 0) >= 9000000000000000)

-- name: token_left
-- False for a row with a number from outside after which no token could be checked. Claims pass over it, as it must not stop the others.
(token BETWEEN 0 AND 9007199254740990) IS NOT FALSE

-- name: task_add
WITH given AS (
    SELECT * FROM unnest({ids}::text[], {kinds}::text[], {phases}::text[], {desired}::text[], {payloads}::text[])
                  WITH ORDINALITY AS s(id, kind, phase, desired_state, payload, n)),
added AS (
    INSERT INTO lockdesk_tasks (id, kind, phase, desired_state, payload, token)
    SELECT s.id, s.kind, s.phase, s.desired_state, s.payload,
           greatest(0, (SELECT max(m.value::bigint) FROM lockdesk_meta m WHERE m.key IN ('token_base', 'token_floor')),
                    (SELECT f.largest FROM lockdesk_fences f WHERE f.resource = s.id))
      FROM given s ORDER BY s.n
    ON CONFLICT (id) DO NOTHING
    RETURNING id)
SELECT lockdesk_stamp(), added.id FROM (SELECT 1) one LEFT JOIN added ON true

-- name: claim_guard
SELECT lockdesk_stamp(), pg_advisory_xact_lock(({key}::bigint >> 32)::integer, (({key}::bigint << 32) >> 32)::integer)

-- name: task_claim_fair
WITH b AS MATERIALIZED (
    SELECT lockdesk_stamp() - coalesce((SELECT CASE WHEN r.lock_timeout >= 9000000000000000 THEN r.lock_timeout
                                                  ELSE coalesce({timeout}::bigint, r.lock_timeout) END
                                             FROM lockdesk_task_rules r WHERE r.kind = {kind} AND r.phase = {phase}),
                                          {timeout}::bigint, 30000000) AS due),
returned AS (
    SELECT t.id, t.locked_at FROM lockdesk_tasks t
     WHERE t.kind = {kind} AND t.phase = {phase} AND t.locked_at > 0 AND t.locked_at < (SELECT b.due FROM b)
       AND {token_left}
     ORDER BY t.locked_at, t.updated_at, t.id LIMIT {quota} FOR UPDATE SKIP LOCKED),
rest AS (
    SELECT t.id, t.locked_at FROM lockdesk_tasks t
     WHERE t.kind = {kind} AND t.phase = {phase} AND t.locked_at < (SELECT b.due FROM b)
       AND {token_left}
       AND t.id <> ALL (ARRAY(SELECT returned.id FROM returned))
     ORDER BY t.locked_at, t.updated_at, t.id
     LIMIT {limit} - (SELECT count(*) FROM returned) FOR UPDATE SKIP LOCKED),
c AS (SELECT * FROM returned UNION ALL SELECT * FROM rest),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = lockdesk_stamp(), owner = {owner}, claim_id = {claim}, token = coalesce(t.token, 0) + 1,
           claims = least(coalesce(t.claims, 0), 9007199254740990) + 1,
           takeovers = least(coalesce(t.takeovers, 0), 9007199254740990) + CASE WHEN t.owner <> '' THEN 1 ELSE 0 END, changed = pg_current_xact_id()
      FROM c WHERE t.id = c.id
    RETURNING t.id, t.desired_state, t.payload, t.token, t.updated_at, t.created_at, t.claims, t.takeovers, t.failures,
              t.last_error, c.locked_at AS was_locked_at)
SELECT n.now, coalesce(r.lock_timeout, 30000000), coalesce(r.max_failures, 8), u.*
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_task_rules r ON r.kind = {kind} AND r.phase = {phase}
  LEFT JOIN u ON true

-- name: task_claim_plain
WITH c AS (
    SELECT t.id, t.locked_at FROM lockdesk_tasks t
     WHERE t.kind = {kind} AND t.phase = {phase}
       AND t.locked_at < lockdesk_stamp() - coalesce((SELECT CASE WHEN r.lock_timeout >= 9000000000000000 THEN r.lock_timeout
                                                  ELSE coalesce({timeout}::bigint, r.lock_timeout) END
                                             FROM lockdesk_task_rules r WHERE r.kind = {kind} AND r.phase = {phase}),
                                          {timeout}::bigint, 30000000)
       AND {token_left}
     ORDER BY t.locked_at, t.updated_at, t.id LIMIT {limit} FOR UPDATE SKIP LOCKED),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = lockdesk_stamp(), owner = {owner}, claim_id = {claim}, token = coalesce(t.token, 0) + 1,
           claims = least(coalesce(t.claims, 0), 9007199254740990) + 1,
           takeovers = least(coalesce(t.takeovers, 0), 9007199254740990) + CASE WHEN t.owner <> '' THEN 1 ELSE 0 END, changed = pg_current_xact_id()
      FROM c WHERE t.id = c.id
    RETURNING t.id, t.desired_state, t.payload, t.token, t.updated_at, t.created_at, t.claims, t.takeovers, t.failures,
              t.last_error, c.locked_at AS was_locked_at)
SELECT n.now, coalesce(r.lock_timeout, 30000000), coalesce(r.max_failures, 8), u.*
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_task_rules r ON r.kind = {kind} AND r.phase = {phase}
  LEFT JOIN u ON true

-- name: task_look
SELECT lockdesk_stamp(), t.id, t.locked_at, t.token
  FROM lockdesk_tasks t
 WHERE t.kind = {kind} AND t.phase = {phase}
   AND t.locked_at < lockdesk_stamp() - coalesce((SELECT CASE WHEN r.lock_timeout >= 9000000000000000 THEN r.lock_timeout
                                                  ELSE coalesce({timeout}::bigint, r.lock_timeout) END
                                             FROM lockdesk_task_rules r WHERE r.kind = {kind} AND r.phase = {phase}),
                                          {timeout}::bigint, 30000000)
   AND {token_left}
 ORDER BY t.locked_at, t.updated_at, t.id LIMIT {limit} {lock}

-- name: task_take
WITH c AS (SELECT * FROM unnest({ids}::text[], {stamps}::bigint[], {tokens}::bigint[]) AS s(id, locked_at, token)),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = lockdesk_stamp(), owner = {owner}, claim_id = {claim}, token = coalesce(t.token, 0) + 1,
           claims = least(coalesce(t.claims, 0), 9007199254740990) + 1,
           takeovers = least(coalesce(t.takeovers, 0), 9007199254740990) + CASE WHEN t.owner <> '' THEN 1 ELSE 0 END, changed = pg_current_xact_id()
      FROM c WHERE t.id = c.id {version}
    RETURNING t.id, t.desired_state, t.payload, t.token, t.updated_at, t.created_at, t.claims, t.takeovers, t.failures,
              t.last_error, c.locked_at AS was_locked_at)
SELECT n.now, coalesce(r.lock_timeout, 30000000), coalesce(r.max_failures, 8), u.*
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_task_rules r ON r.kind = {kind} AND r.phase = {phase}
  LEFT JOIN u ON true

-- name: task_by_claim
SELECT n.now, t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
       t.created_at, t.claims, t.takeovers, t.failures, t.last_error, coalesce(r.lock_timeout, 30000000) AS lock_timeout,
       coalesce(r.max_failures, 8) AS max_failures
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN lockdesk_tasks t ON t.claim_id = {claim}
  LEFT JOIN lockdesk_task_rules r ON r.kind = t.kind AND r.phase = t.phase

-- name: task_apply
WITH s AS (
    SELECT * FROM unnest({ids}::text[], {owners}::text[], {tokens}::bigint[], {verbs}::text[], {waits}::bigint[], {from}::text[], {to}::text[], {desired}::text[],
                         {jitters}::double precision[], {texts}::text[])
                  WITH ORDINALITY AS g(id, owner, token, verb, wait, from_phase, to_phase, desired, jitter, text, n)),
u AS (
    UPDATE lockdesk_tasks t
       SET locked_at = CASE
               WHEN s.verb = 'extend' THEN lockdesk_stamp()
               WHEN s.verb IN ('unlock', 'advance') THEN 0
               WHEN s.verb = 'fail' AND coalesce(t.failures, 0) + 1 >= (
                        SELECT CASE WHEN m.most > 0 THEN m.most END
                          FROM (SELECT coalesce((SELECT r.max_failures FROM lockdesk_task_rules r
                                                  WHERE r.kind = t.kind AND r.phase = t.phase), 8) AS most) m)
                   THEN 9000000000000000
               ELSE least(9000000000000000, lockdesk_stamp()
                    - coalesce((SELECT r.lock_timeout FROM lockdesk_task_rules r
                                WHERE r.kind = t.kind AND r.phase = t.phase), 30000000)
                    + coalesce(s.wait, (
                        SELECT lockdesk_backoff(
                                   coalesce(CASE WHEN s.verb = 'backoff' THEN s.text END, r.backoff, 'progressive'),
                                   lockdesk_stamp() - coalesce(t.updated_at, 0), coalesce(r.lock_timeout, 30000000),
                                   s.jitter)
                          FROM (SELECT 1) one
                          LEFT JOIN lockdesk_task_rules r ON r.kind = t.kind AND r.phase = t.phase))) END,
           owner = CASE WHEN s.verb = 'extend' THEN t.owner END,
           phase = CASE WHEN s.verb = 'advance' THEN s.to_phase ELSE t.phase END,
           desired_state = CASE WHEN s.verb = 'advance' THEN coalesce(s.desired, t.desired_state) ELSE t.desired_state END,
           updated_at = CASE WHEN s.verb = 'advance' THEN lockdesk_stamp() ELSE t.updated_at END,
           failures = CASE s.verb WHEN 'advance' THEN 0 WHEN 'fail' THEN coalesce(t.failures, 0) + 1 ELSE t.failures END,
           last_error = CASE s.verb WHEN 'advance' THEN '' WHEN 'fail' THEN s.text ELSE t.last_error END,
           changed = pg_current_xact_id()
      FROM s
     WHERE t.id = s.id AND t.owner = s.owner AND t.token = s.token AND (s.from_phase IS NULL OR t.phase = s.from_phase)
    RETURNING s.n, s.verb, t.*)
SELECT o.now, u.n,
       CASE WHEN u.verb IN ('relock', 'backoff') OR u.verb = 'fail' AND u.locked_at < 9000000000000000 THEN u.locked_at - o.now + coalesce(r.lock_timeout, 30000000) END,
       u.id, u.kind, u.phase, u.desired_state, u.payload, u.owner, u.token, u.claim_id, u.locked_at, u.updated_at,
       u.created_at, u.claims, u.takeovers, u.failures, u.last_error, coalesce(r.lock_timeout, 30000000),
       coalesce(r.max_failures, 8)
  FROM (SELECT lockdesk_stamp() AS now) o
  LEFT JOIN u ON true
  LEFT JOIN lockdesk_task_rules r ON r.kind = u.kind AND r.phase = u.phase

-- name: task_relock_forced
WITH freed AS (
  UPDATE lockdesk_tasks t
     SET owner = NULL, token = coalesce(t.token, 0) + 1, failures = 0,
         locked_at = least(9000000000000000, lockdesk_stamp() - coalesce((SELECT r.lock_timeout FROM lockdesk_task_rules r WHERE r.kind = t.kind AND r.phase = t.phase), 30000000) + {wait}),
         changed = pg_current_xact_id()
   WHERE t.id = {id} AND coalesce(t.owner, '') = {owner}
     AND coalesce(t.token, 0) = {token}
  RETURNING t.id),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'relock', 'task', {id}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM freed) THEN 'done' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_stamp() AS now, freed.id IS NOT NULL AS done FROM (SELECT 1) one LEFT JOIN freed ON true

-- name: task_remove
-- A later task of that id has larger tokens.
WITH gone AS (
  DELETE FROM lockdesk_tasks t
   WHERE t.id = {id} AND coalesce(t.owner, '') = {owner} AND coalesce(t.token, 0) = {token}
  RETURNING t.id, t.token),
floor AS (
  UPDATE lockdesk_meta m SET value = greatest(m.value::bigint, gone.token)::text FROM gone WHERE m.key = 'token_floor' RETURNING 1),
noted AS (
  INSERT INTO lockdesk_audit (who, action, entity, key, reason, evidence, command, result)
  SELECT {who}, 'remove', 'task', {id}, {reason},
         {evidence},
         {command},
         CASE WHEN EXISTS (SELECT 1 FROM gone) THEN 'done' ELSE 'changed' END RETURNING 1)
SELECT lockdesk_stamp() AS now, gone.id IS NOT NULL AS done FROM (SELECT 1) one LEFT JOIN gone ON true

-- name: task_ended
-- Unlocked, and not moved since.
k.locked_at = 0 AND k.updated_at < lockdesk_stamp() - {older}

-- name: task_ended_late
-- Relocked before the phase was final.
k.locked_at > 0 AND k.locked_at < lockdesk_stamp() - {older} AND k.updated_at < lockdesk_stamp() - {older}

-- name: task_collect
WITH gone AS (
    DELETE FROM lockdesk_tasks t
     WHERE t.id = ANY (ARRAY(
               SELECT k.id FROM lockdesk_tasks k
                WHERE k.kind = {kind} AND k.phase = {phase} AND {place} AND coalesce(k.owner, '') = ''
                  AND (SELECT r.lock_timeout FROM lockdesk_task_rules r WHERE r.kind = {kind} AND r.phase = {phase}) >= 9000000000000000
                ORDER BY k.locked_at, k.updated_at, k.id LIMIT {limit}::bigint FOR UPDATE SKIP LOCKED))
    RETURNING t.token),
floor AS (
    UPDATE lockdesk_meta m SET value = greatest(m.value::bigint, g.top)::text
      FROM (SELECT max(gone.token) AS top FROM gone) g
     WHERE m.key = 'token_floor' AND g.top IS NOT NULL
    RETURNING 1)
SELECT lockdesk_stamp(), (SELECT count(*) FROM gone)

-- name: task_rule_set
INSERT INTO lockdesk_task_rules (kind, phase, lock_timeout, backoff, max_failures) VALUES ({kind}, {phase}, {lock_timeout}, {backoff}, {max_failures})
ON CONFLICT (kind, phase) DO UPDATE
   SET lock_timeout = excluded.lock_timeout, backoff = excluded.backoff, max_failures = excluded.max_failures
RETURNING lockdesk_stamp(), kind, phase, lock_timeout, backoff, max_failures

-- name: task_rules
SELECT n.now, r.kind, r.phase, r.lock_timeout, r.backoff, r.max_failures
  FROM (SELECT lockdesk_stamp() AS now) n LEFT JOIN lockdesk_task_rules r ON true ORDER BY r.kind, r.phase

-- name: task_counts
WITH RECURSIVE pairs AS (
    (SELECT t.kind, t.phase FROM lockdesk_tasks t WHERE t.kind IS NOT NULL AND t.phase IS NOT NULL
      ORDER BY t.kind, t.phase LIMIT 1)
    UNION ALL
    SELECT x.kind, x.phase FROM pairs p CROSS JOIN LATERAL (
        SELECT t.kind, t.phase FROM lockdesk_tasks t WHERE (t.kind, t.phase) > (p.kind, p.phase)
         ORDER BY t.kind, t.phase LIMIT 1) x)
SELECT n.now, p.kind, p.phase, c.*, r.lock_timeout
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN pairs p ON true
  LEFT JOIN lockdesk_task_rules r ON r.kind = p.kind AND r.phase = p.phase
  LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.owner <> '' AND NOT s.due),
             count(*) FILTER (WHERE coalesce(s.owner, '') = '' AND NOT s.due),
             count(*) FILTER (WHERE coalesce(s.owner, '') = '' AND s.due), count(*) FILTER (WHERE s.owner <> '' AND s.due),
             count(*) FILTER (WHERE s.failures >= coalesce(r.max_failures, 8)), count(*)
        FROM (SELECT t.owner, t.failures, coalesce(t.locked_at, 0) < n.now - coalesce(r.lock_timeout, 30000000) AS due
                FROM lockdesk_tasks t WHERE t.kind = p.kind AND t.phase = p.phase LIMIT {cap}::bigint) s) c ON true

-- name: task_find
SELECT n.now, t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
       t.created_at, t.claims, t.takeovers, t.failures, t.last_error, coalesce(t.lock_timeout, 30000000) AS lock_timeout,
       coalesce(t.max_failures, 8) AS max_failures
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
      SELECT k.*, r.lock_timeout, r.max_failures
        FROM lockdesk_tasks k LEFT JOIN lockdesk_task_rules r ON r.kind = k.kind AND r.phase = k.phase
       WHERE k.id = {id}) t ON true

-- name: task_list
SELECT n.now, t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
       t.created_at, t.claims, t.takeovers, t.failures, t.last_error, coalesce(t.lock_timeout, 30000000) AS lock_timeout,
       coalesce(t.max_failures, 8) AS max_failures
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (
      SELECT k.*, r.lock_timeout, r.max_failures
        FROM lockdesk_tasks k LEFT JOIN lockdesk_task_rules r ON r.kind = k.kind AND r.phase = k.phase
       WHERE {where} {order} {limit}) t ON true
