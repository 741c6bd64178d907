-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}draws (event, places, opened_at) VALUES (?1, ?2, ?3) ON CONFLICT (event) DO NOTHING
