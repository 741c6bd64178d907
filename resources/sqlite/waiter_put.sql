-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}waiters (name, owner, since, until, change) VALUES (?1, ?2, {now}, ?3, ?4)
ON CONFLICT (name, owner) DO UPDATE SET since = CASE WHEN until > {now} THEN since ELSE excluded.since END,
  until = excluded.until, change = excluded.change
