-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- From version 1 to 2: what a delivery that was cut off leaves behind.
ALTER TABLE {p}outbox ADD COLUMN cuts INTEGER DEFAULT 0;
ALTER TABLE {p}outbox ADD COLUMN begun_at INTEGER;
UPDATE {p}meta SET value = 2 WHERE key = 'version';
