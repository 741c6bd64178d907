-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}locks SET owner = ?2, token = ?3, holds = 1, lease_us = ?4, acquired_at = ?5, renewed_at = NULL, expires_at = ?6,
  cooling_until = NULL, released_at = NULL, last_owner = NULL, reason = NULL, renewals = 0, requests = ?7, change = ?8
WHERE name = ?1
