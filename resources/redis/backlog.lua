-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, pending, sending, oldest created at or nil, added and sent in the last 60 s, dead, next due or nil.
local nows, since = string.format('%.0f', now), string.format('(%.0f', now - 60000000)
local oldest = call('ZRANGE', P .. 'out:pending', 0, 0, 'WITHSCORES')
local due = call('ZRANGE', P .. 'out:due', 0, 0, 'WITHSCORES')
return {now, call('ZCARD', P .. 'out:pending'), call('ZCOUNT', P .. 'out:sending', '(' .. nows, '+inf'), oldest[2] or false,
    call('ZCOUNT', P .. 'out:all', since, '+inf'), call('ZCOUNT', P .. 'out:sent', since, '+inf'),
    call('ZCARD', P .. 'out:dead'), due[2] or false}
