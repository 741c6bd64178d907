-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {t} (name, owner, expiry) VALUES (?1, ?2, ?3)
