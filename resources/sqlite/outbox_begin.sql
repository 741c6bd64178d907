-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}outbox SET begun_at = ?2, lease_until = ?3, change = ?4 WHERE seq = ?1
