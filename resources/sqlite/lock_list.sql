-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT name, owner, token, holds, lease_us, acquired_at, renewed_at, expires_at, cooling_until, released_at, last_owner, reason,
  renewals, requests, change,
  (SELECT count(*) FROM {p}waiters w WHERE w.name = l.name AND w.until > {now}) AS waiters
FROM {p}locks l WHERE {where} ORDER BY {order} LIMIT {limit}
