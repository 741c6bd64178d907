-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- seq is the transaction's number: it rises, and is never given twice even when the newest message is collected.
INSERT INTO {p}outbox (seq, id, topic, payload, state, created_at, next_at, change)
VALUES (?1, ?2, ?3, ?4, 'pending', ?5, ?5, ?1) ON CONFLICT (id) DO NOTHING
