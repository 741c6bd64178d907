-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}tasks SET owner = ?2, token = ?3, claim_id = ?4, locked_at = ?5, claims = ?6, takeovers = ?7, change = ?8
  WHERE row = ?1
