-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}draw_entries (event, person, seq, applied_at) VALUES (?1, ?2, ?3, ?4)
