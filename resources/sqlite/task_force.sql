-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Sent as it is shown: `:id` and so on are replaced by literals before it is prepared.
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
SELECT {now}, :who, 'relock', 'task', :id, :reason, :evidence, :command, iif(EXISTS (SELECT 1 FROM {p}tasks WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token),
  'done', 'changed'), n + 1 FROM {p}stamp;
UPDATE {p}tasks SET owner = NULL, token = ifnull(token, 0) + 1, change = (SELECT n + 1 FROM {p}stamp),
  locked_at = min({now} - ifnull((SELECT lock_timeout_us FROM {p}task_rules r WHERE r.kind = {p}tasks.kind
  AND r.phase = {p}tasks.phase), 30000000) + :wait, 9000000000000000)
WHERE id = :id AND ifnull(owner, '') = :owner AND ifnull(token, 0) = :token;
UPDATE {p}stamp SET n = n + 1;
