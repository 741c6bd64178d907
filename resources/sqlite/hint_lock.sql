-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT ifnull((SELECT change FROM {p}locks WHERE name = ?1), 0)
