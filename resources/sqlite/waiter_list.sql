-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT name, owner, since, until FROM {p}waiters WHERE until > {now} AND {where} ORDER BY {order} LIMIT {limit}
