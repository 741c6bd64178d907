-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}locks SET lease_us = ?2, renewed_at = ?3, expires_at = ?4, renewals = ifnull(renewals, 0) + 1,
  change = ?5 WHERE name = ?1
