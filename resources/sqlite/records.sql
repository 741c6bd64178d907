-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: record_get
SELECT value, version, version_by FROM {p}records WHERE id = ?1

-- name: record_put
INSERT INTO {p}records (id, value, version, version_by) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (id) DO UPDATE SET value = excluded.value, version = excluded.version, version_by = excluded.version_by

-- name: record_update
UPDATE {p}records SET value = ?3, version = ?4 WHERE id = ?1 AND version = ?2
