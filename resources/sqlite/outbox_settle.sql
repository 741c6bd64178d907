-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET state = ?2, next_at = ?3, lease_until = NULL, owner = NULL, sent_at = ?4, last_error = ?5,
  change = ?6 WHERE seq = ?1
