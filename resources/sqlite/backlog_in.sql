-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The newest ?2 messages at most; how many of them are from after ?1, and from when the oldest of these is.
SELECT count(*), min(created_at) FROM (SELECT created_at FROM {p}outbox ORDER BY seq DESC LIMIT ?2) WHERE created_at > ?1
