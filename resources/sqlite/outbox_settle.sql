-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET state = ?2, next_at = ?3, lease_until = NULL, begun_at = NULL, owner = ?4, sent_at = ?5, last_error = ?6,
  tries = ?7, change = ?8 WHERE seq = ?1
