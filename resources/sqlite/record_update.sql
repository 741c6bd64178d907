-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}records SET value = ?3, version = ?4 WHERE id = ?1 AND version = ?2
