-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Stands alone. Answers the server's time, ids and when they were made.
local tick = redis.call('TIME')
return {tick[1] * 1000000 + tick[2], redis.call('HGETALL', KEYS[1] .. 'sandboxes')}
