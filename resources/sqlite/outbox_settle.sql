-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET state = ?2, next_at = ?3, lease_until = NULL, owner = ?4, sent_at = ?5, last_error = ?6, change = ?7
WHERE seq = ?1
