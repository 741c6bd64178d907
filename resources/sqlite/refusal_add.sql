-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}refusals (resource, token, largest, who, at, change) VALUES (?1, ?2, ?3, ?4, {now}, ?5)
