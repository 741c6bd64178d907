-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Raised, never lowered. The floor is for names without a row, the base for every grant.
INSERT INTO {p}meta (key, value) VALUES ('token_floor', ?1), ('token_base', ?1)
ON CONFLICT (key) DO UPDATE SET value = max(ifnull(value, 0), excluded.value)
