-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Sent as it is shown, value by value: `:name` and so on are replaced by literals before it is prepared.
UPDATE {p}locks SET owner = NULL, token = token + 1, holds = 0, expires_at = NULL, cooling_until = {cooling},
  released_at = {now},
  last_owner = owner, reason = :reason, requests = '', change = (SELECT n + 1 FROM {p}stamp)
WHERE name = :name AND owner = :owner AND token = :token{and_acquired}{and_expires};
INSERT INTO {p}fences (resource, largest) SELECT name, token FROM {p}locks WHERE name = :name AND changes() = 1
ON CONFLICT (resource) DO UPDATE SET largest = max(largest, excluded.largest);
INSERT INTO {p}audit (at, who, action, entity, key, reason, result, change)
SELECT {now}, :who, :action, 'lock', :name, :reason, CASE changes() WHEN 1 THEN 'released' ELSE 'changed' END,
  n + 1 FROM {p}stamp;
UPDATE {p}stamp SET n = n + 1;
