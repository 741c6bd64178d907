-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE claim_id = ?1 ORDER BY locked_at, updated_at, id
