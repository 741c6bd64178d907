-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT EXISTS (SELECT 1 FROM {p}outbox WHERE state = 'pending' AND next_at <= ?1)
  OR EXISTS (SELECT 1 FROM {p}outbox WHERE state = 'sending' AND lease_until <= ?1)
