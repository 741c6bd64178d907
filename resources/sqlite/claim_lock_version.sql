-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ?9 and ?10 are token and locked_at as they were read: the version.
UPDATE {p}tasks SET owner = ?2, token = ?3, claim_id = ?4, locked_at = ?5, claims = ?6, takeovers = ?7, change = ?8
WHERE row = ?1 AND token IS ?9 AND locked_at IS ?10
