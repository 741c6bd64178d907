-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}tasks SET owner = NULL, locked_at = ?2, failures = ?3, last_error = ?4, change = ?5 WHERE row = ?1
