-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT seq, id, topic, payload, state, tries, created_at, next_at, owner, token, claim_id, lease_until, sent_at,
  last_error, cuts, begun_at, change
FROM {p}outbox WHERE state = 'pending' AND next_at <= ?1 ORDER BY next_at, seq LIMIT ?2
