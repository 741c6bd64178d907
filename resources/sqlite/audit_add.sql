-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
INSERT INTO {p}audit (at, who, action, entity, key, reason, evidence, command, result, change)
VALUES ({now}, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
