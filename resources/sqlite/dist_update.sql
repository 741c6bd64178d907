-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {t} SET owner = ?2, expiry = ?3 WHERE name = ?1
