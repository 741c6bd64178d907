-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}workers SET control = ?2, slow_by_us = ?3, change = ?4 WHERE id = ?1
