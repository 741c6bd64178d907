-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}clock SET base = {now}, set_at = lockdesk_clock_us(), rate = ?1
