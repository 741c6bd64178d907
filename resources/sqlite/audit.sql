-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: audit_write
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
VALUES ({now}, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- name: audit_list
SELECT seq, at, who, action, entity, key, reason, evidence, command, result, change FROM {p}audit k WHERE {where}
  ORDER BY {order} LIMIT {limit}
