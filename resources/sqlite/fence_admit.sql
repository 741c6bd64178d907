-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}fences (resource, largest) VALUES (?1, ?2)
ON CONFLICT (resource) DO UPDATE SET largest = excluded.largest WHERE excluded.largest >= ifnull(largest, 0)
RETURNING largest, refusals
