-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT max(name), count(*) FROM (SELECT name FROM {p}locks WHERE name > ?1 ORDER BY name LIMIT ?2)
