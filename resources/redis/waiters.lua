-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Answers now, members of the waiters' set with ends, and since when each waits.
local rows = call('ZRANGE', P .. 'waiters', '(' .. string.format('%.0f', now), '+inf', 'BYSCORE', 'WITHSCORES')
local since = {}
for i = 1, #rows, 2 do
    since[#since + 1] = call('HGET', P .. 'waiting', rows[i]) or false
end
return {now, rows, since}
