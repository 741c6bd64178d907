-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}records (id, value, version, version_by) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (id) DO UPDATE SET value = excluded.value, version = excluded.version, version_by = excluded.version_by
