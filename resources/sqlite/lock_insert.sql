-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A name never seen, or collected: its token starts above everything that was ever collected.
INSERT INTO {p}locks (name, owner, token, holds, lease_us, acquired_at, expires_at, requests, change)
VALUES (?1, ?2, 1 + (SELECT value FROM {p}meta WHERE key = 'token_floor'), 1, ?3, ?4, ?5, ?6, ?7) RETURNING token
