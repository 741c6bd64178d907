-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}task_rules (kind, phase, lock_timeout_us, backoff, max_failures) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (kind, phase) DO UPDATE SET lock_timeout_us = excluded.lock_timeout_us, backoff = excluded.backoff,
  max_failures = excluded.max_failures
