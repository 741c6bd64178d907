-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ?1 is the cap of every count.
SELECT
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'pending' LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND lease_until > {now} LIMIT ?1)),
  (SELECT count(*) FROM (SELECT 1 FROM {p}outbox WHERE state = 'dead' LIMIT ?1)),
  (SELECT min(created_at) FROM (SELECT created_at FROM {p}outbox WHERE state = 'pending' ORDER BY next_at, seq LIMIT ?1)),
  (SELECT min(created_at) FROM (SELECT created_at FROM {p}outbox WHERE state = 'sending' LIMIT ?1)),
  (SELECT next_at FROM {p}outbox WHERE state = 'pending' ORDER BY next_at, seq LIMIT 1),
  (SELECT lease_until FROM {p}outbox WHERE state = 'sending' ORDER BY lease_until LIMIT 1)
