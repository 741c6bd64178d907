-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}meta SET value = max(value, ifnull((SELECT max(token) FROM {p}locks
  WHERE name > ?2 AND name <= ?3 AND ifnull(owner, '') = '' AND ifnull(cooling_until, 0) <= {now}
    AND released_at < {now} - ?1), 0))
WHERE key = 'token_floor'
