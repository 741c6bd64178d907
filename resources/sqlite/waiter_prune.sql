-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
DELETE FROM {p}waiters WHERE name = ?1 AND until <= {now}
