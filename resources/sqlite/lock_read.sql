-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT owner, token, holds, lease_us, acquired_at, expires_at, cooling_until, requests FROM {p}locks WHERE name = ?1
