-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The numbers have no gap, so that the rank is the number.
UPDATE {p}draw_entries SET rank = seq WHERE event = ?1 AND seq > ?2 AND seq <= ?3
