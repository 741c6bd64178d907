-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT kind, phase, lock_timeout_us, backoff, max_failures FROM {p}task_rules ORDER BY kind, phase
