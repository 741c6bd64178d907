-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}clock (one, base, set_at, rate) SELECT 1, c, c, 1.0 FROM (SELECT lockdesk_clock_us() AS c)
