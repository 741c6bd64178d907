-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- What else was made under a sandbox's prefix (?1): by the SQL of a lesson. A sandbox "a_b" begins like a sandbox "a"; what
-- may belong to the longer name stays with it.
SELECT type, name FROM sqlite_schema s
WHERE type IN ('view', 'table', 'trigger') AND substr(name, 1, length(?1)) = ?1
  AND NOT EXISTS (SELECT 1 FROM sqlite_schema other
                  WHERE other.type = 'table' AND other.name GLOB 'lockdesk_sb_*_meta' AND length(other.name) > length(?1) + 4
                    AND substr(other.name, 1, length(?1)) = ?1
                    AND substr(s.name, 1, length(other.name) - 4) = substr(other.name, 1, length(other.name) - 4))
ORDER BY CASE type WHEN 'trigger' THEN 0 WHEN 'view' THEN 1 ELSE 2 END, name
