-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET lease_until = ?4, change = ?5
WHERE id = ?1 AND claim_id = ?2 AND owner = ?3 AND state = 'sending'
