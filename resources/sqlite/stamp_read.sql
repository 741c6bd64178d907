-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT n, pruned, (SELECT value FROM {p}meta WHERE key = 'created_at') FROM {p}stamp
