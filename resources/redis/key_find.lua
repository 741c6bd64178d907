-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: type of the key, channel or ''. Answers now, value or fields or false, end in ms or -1, listeners.
local listeners = A[2] ~= '' and call('PUBSUB', 'NUMSUB', A[2])[2] or 0
if call('TYPE', K).ok ~= A[1] then
    return {now, false, -1, listeners}
end
return {now, call(A[1] == 'hash' and 'HGETALL' or 'GET', K), call('PEXPIRETIME', K), listeners}
