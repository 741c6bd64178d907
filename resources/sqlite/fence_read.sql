-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT largest, refusals FROM {p}fences WHERE resource = ?1
