-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Above the base, too: a row that came back with a backup has an old token. A row without a token is as good as none.
UPDATE {p}locks SET owner = ?2, holds = 1, lease_us = ?3, acquired_at = ?4, renewed_at = NULL, expires_at = ?5,
  cooling_until = NULL, released_at = NULL, last_owner = NULL, reason = NULL, renewals = 0, requests = ?6, change = ?7,
  token = 1 + max(ifnull(token, 0), ifnull((SELECT value FROM {p}meta WHERE key = 'token_base'), 0),
    iif(ifnull(token, 0) > 0, 0, max(ifnull((SELECT value FROM {p}meta WHERE key = 'token_floor'), 0),
      ifnull((SELECT largest FROM {p}fences WHERE resource = ?1), 0))))
WHERE name = ?1 RETURNING token
