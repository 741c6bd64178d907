-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT count(*), min(sent_at) FROM (SELECT sent_at FROM {p}outbox WHERE state = 'sent' AND sent_at > ?1
  ORDER BY sent_at DESC LIMIT ?2)
