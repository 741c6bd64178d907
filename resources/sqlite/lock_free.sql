-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}locks SET owner = NULL, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL, expires_at = NULL,
  cooling_until = ?2, released_at = ?3, last_owner = owner, reason = NULL, renewals = 0, requests = '', change = ?4
WHERE name = ?1
