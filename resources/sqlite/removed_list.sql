-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT change, entity, key FROM {p}removed WHERE change > ?1 ORDER BY change LIMIT ?2
