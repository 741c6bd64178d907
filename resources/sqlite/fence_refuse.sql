-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}fences SET refusals = ifnull(refusals, 0) + 1 WHERE resource = ?1 RETURNING largest, refusals
