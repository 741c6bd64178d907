-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {t} SET owner = NULL, expiry = NULL WHERE name = ?1
