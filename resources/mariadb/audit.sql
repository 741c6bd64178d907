-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: audit_key
k.k

-- name: audit_write
INSERT INTO {p}audit (at, who, action, entity, k, reason, evidence, command, result)
VALUES ({now}, {who}, {action}, {entity}, {key}, {reason}, {evidence}, {command}, {result});
SELECT {now}

-- name: audit_list
SELECT {now};
SELECT {now}, k.seq, k.at, k.who, k.action, k.entity, k.k AS `key`, k.reason, k.evidence, k.command, k.result, k.change_seq
  FROM {p}audit k WHERE {where} {order} {limit}
