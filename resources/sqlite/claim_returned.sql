-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Only those that somebody had before: expired or relocked.
SELECT id, kind, phase, desired_state, payload, owner, token, claim_id, locked_at, updated_at, created_at, claims,
  takeovers,
  failures, last_error, change, row
FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at > 0 AND locked_at < ?3 ORDER BY locked_at, updated_at,
  id LIMIT ?4
