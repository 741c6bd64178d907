-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The next (kind, phase) of the index after the last one: a jump, not a scan.
SELECT kind, phase FROM {p}tasks WHERE (kind, phase) > (?1, ?2) ORDER BY kind, phase LIMIT 1
