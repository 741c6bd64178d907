-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Keeps the newest hundred thousand, so that a writer that never gives up cannot fill the disk.
DELETE FROM {p}refusals WHERE seq <= (SELECT max(seq) FROM {p}refusals) - 100000
