-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT ifnull((SELECT max(change) FROM {p}locks), 0) + ifnull((SELECT max(change) FROM {p}removed), 0)
