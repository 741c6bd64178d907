-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT resource, token, largest, who, at, change FROM {p}refusals WHERE {where} ORDER BY {order} LIMIT {limit}
