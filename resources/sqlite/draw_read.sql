-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
SELECT places, last_seq, last_rank, leader_token FROM {p}draws WHERE event = ?1
