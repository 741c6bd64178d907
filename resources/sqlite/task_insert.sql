-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}tasks (id, kind, phase, desired_state, payload, locked_at, updated_at, created_at, change)
VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?6, ?7) ON CONFLICT (id) DO NOTHING
