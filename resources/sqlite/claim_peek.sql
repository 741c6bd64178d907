-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT 1 FROM {p}tasks WHERE kind = ?1 AND phase = ?2 AND locked_at < ?3 LIMIT 1
