-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- KEYS[1] prefix. ARGV: id, topic, payload. Answers now, added?
local added, now = lockdesk_outbox_add(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return {now, added}
