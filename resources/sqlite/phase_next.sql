-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The next (kind, phase) of the index after the last one: two jumps, not a scan. (kind, phase) > (?1, ?2) would be one
-- statement, but SQLite 3.40 starts it at the first row of ?1, ?2 and reads all of them.
SELECT kind, phase FROM (
  SELECT * FROM (SELECT kind, phase FROM {p}tasks WHERE kind = ?1 AND phase > ?2 ORDER BY kind, phase LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT kind, phase FROM {p}tasks WHERE kind > ?1 ORDER BY kind, phase LIMIT 1))
LIMIT 1
