-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT name, owner, expiry FROM {t} WHERE {where} ORDER BY {order} LIMIT {limit}
