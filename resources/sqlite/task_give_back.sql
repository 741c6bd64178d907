-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Unlock, relock and extend: neither the phase nor updated_at is touched.
UPDATE {p}tasks SET owner = ?2, locked_at = ?3, change = ?4 WHERE row = ?1
