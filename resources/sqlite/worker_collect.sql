-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
DELETE FROM {p}workers WHERE id IN (SELECT id FROM {p}workers WHERE beat_at < {now} - ?1 LIMIT ?2)
