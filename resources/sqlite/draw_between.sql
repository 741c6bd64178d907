-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT event, person, seq, rank, applied_at FROM {p}draw_entries WHERE event = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq
