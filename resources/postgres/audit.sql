-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: audit_key
k.key

-- name: audit_write
INSERT INTO lockdesk_audit (at, who, action, entity, key, reason, evidence, command, result)
VALUES (lockdesk_now(), {who}, {action}, {entity}, {key}, {reason}, {evidence}, {command}, {result}) RETURNING lockdesk_stamp()

-- name: audit_list
SELECT n.now, a.seq, a.at, a.who, a.action, a.entity, a.key, a.reason, a.evidence, a.command, a.result
  FROM (SELECT lockdesk_stamp() AS now) n
  LEFT JOIN LATERAL (SELECT * FROM lockdesk_audit k WHERE {where} {order} {limit}) a ON true
