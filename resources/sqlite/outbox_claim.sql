-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET state = 'sending', owner = ?2, token = ?3, claim_id = ?4, lease_until = ?5, cuts = ?6,
  begun_at = NULL, change = ?7 WHERE seq = ?1
