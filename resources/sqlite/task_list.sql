-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT t.id, t.kind, t.phase, t.desired_state, t.payload, t.owner, t.token, t.claim_id, t.locked_at, t.updated_at,
  t.created_at,
  t.claims, t.takeovers, t.failures, t.last_error, t.change, t.row, r.lock_timeout_us, r.max_failures
FROM {p}tasks t LEFT JOIN {p}task_rules r ON r.kind = t.kind AND r.phase = t.phase
WHERE {where} ORDER BY {order} LIMIT {limit}
