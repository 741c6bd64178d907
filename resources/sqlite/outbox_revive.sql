-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Sent as it is shown: {and_ids} names the messages, or nothing for all of them.
UPDATE {p}outbox SET state = 'pending', tries = 0, cuts = 0, next_at = {now}, owner = NULL, lease_until = NULL,
  change = (SELECT n + 1 FROM {p}stamp)
WHERE state = 'dead'{and_ids};
UPDATE {p}stamp SET n = n + 1;
