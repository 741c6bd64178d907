-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
UPDATE {p}locks SET holds = ?2, requests = ?3, change = ?4 WHERE name = ?1
