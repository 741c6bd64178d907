-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Sent as it is shown, value by value: `:name` and so on are replaced by literals before it is prepared.
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, :action, 'lock', :name, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}locks WHERE name = :name AND owner = :owner AND token = :token{and_acquired}{and_expires}),
  'released', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}locks SET owner = NULL, token = token + 1, holds = 0, lease_us = NULL, acquired_at = NULL, renewed_at = NULL,
  expires_at = NULL, cooling_until = {cooling}, released_at = {now}, last_owner = owner, reason = :reason, renewals = 0,
  requests = '', change = (SELECT n + 1 FROM {p}stamp)
WHERE name = :name AND owner = :owner AND token = :token{and_acquired}{and_expires};
INSERT INTO {p}fences (resource, largest) SELECT name, token FROM {p}locks WHERE name = :name AND changes() = 1
ON CONFLICT (resource) DO UPDATE SET largest = max(ifnull(largest, 0), excluded.largest);
UPDATE {p}stamp SET n = n + 1;
