-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
DELETE FROM {p}outbox WHERE seq IN (SELECT seq FROM {p}outbox WHERE state = 'sent' AND sent_at < {now} - ?1
  ORDER BY sent_at LIMIT ?2)
