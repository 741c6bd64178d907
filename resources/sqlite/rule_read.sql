-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT lock_timeout_us, backoff, max_failures FROM {p}task_rules WHERE kind = ?1 AND phase = ?2
