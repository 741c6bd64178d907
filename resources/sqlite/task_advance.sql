-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}tasks SET phase = ?2, desired_state = ?3, owner = NULL, locked_at = 0, updated_at = ?4, failures = 0,
  last_error = NULL,
  change = ?5
WHERE row = ?1
