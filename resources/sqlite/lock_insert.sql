-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A name never seen, collected, or deleted by hand: its token starts above every floor and above the fence of that name.
INSERT INTO {p}locks (name, owner, token, holds, lease_us, acquired_at, expires_at, requests, change)
VALUES (?1, ?2, 1 + max(
  ifnull((SELECT max(value) FROM {p}meta WHERE key IN ('token_floor', 'token_base')), 0),
  ifnull((SELECT largest FROM {p}fences WHERE resource = ?1), 0)), 1, ?3, ?4, ?5, ?6, ?7) RETURNING token
