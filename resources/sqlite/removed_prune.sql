-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ?1 is how many tombstones stay; who comes with an older cursor gets a snapshot.
UPDATE {p}stamp SET pruned = max(pruned, ifnull((SELECT change FROM {p}removed ORDER BY change DESC LIMIT 1 OFFSET ?1), 0))
