-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The first claim is above the base and above the fence of that name, as the first grant of a lock is.
INSERT INTO {p}tasks (id, kind, phase, desired_state, payload, token, locked_at, updated_at, created_at, change)
VALUES (?1, ?2, ?3, ?4, ?5, max(ifnull((SELECT value FROM {p}meta WHERE key = 'token_base'), 0),
  ifnull((SELECT largest FROM {p}fences WHERE resource = ?1), 0)), 0, ?6, ?6, ?7) ON CONFLICT (id) DO NOTHING
