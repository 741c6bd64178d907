-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}locks SET holds = ?2, lease_us = ?3, expires_at = ?4, requests = ?5, change = ?6 WHERE name = ?1
