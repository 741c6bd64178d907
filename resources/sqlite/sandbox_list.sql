-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT substr(name, 13, length(name) - 17) FROM sqlite_schema s
WHERE type = 'table' AND name GLOB 'lockdesk_sb_*_meta'
  AND EXISTS (SELECT 1 FROM sqlite_schema c
              WHERE c.type = 'table' AND c.name = substr(s.name, 1, length(s.name) - 4) || 'clock')
ORDER BY name
