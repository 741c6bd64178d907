-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT seq, at, who, action, entity, key, reason, evidence, command, result, change FROM {p}audit WHERE {where}
  ORDER BY {order} LIMIT {limit}
