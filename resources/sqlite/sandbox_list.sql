-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT substr(name, 13, length(name) - 17) FROM sqlite_schema
WHERE type = 'table' AND name GLOB 'lockdesk_sb_*_meta' ORDER BY name
