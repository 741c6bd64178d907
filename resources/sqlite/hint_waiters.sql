-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT ifnull(max(change), 0) * 10000 + count(*) FROM {p}waiters
