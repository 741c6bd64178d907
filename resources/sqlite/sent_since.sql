-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT id FROM {p}outbox WHERE change > ?1 AND state = 'sent' LIMIT ?2
