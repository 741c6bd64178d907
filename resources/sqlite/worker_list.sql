-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT id, host, pid, role, kinds, state, doing, doing_since, lease_until, period_us, started_at, beat_at, control,
  slow_by_us,
  claims, done, relocked, failed, refused, wait_p50_us, hold_p50_us, change
FROM {p}workers WHERE {where} ORDER BY {order} LIMIT {limit}
