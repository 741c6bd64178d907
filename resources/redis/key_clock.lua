-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before every script for the keys of other libraries. K is the lock's key; `now` the server's clock in microseconds.
-- Answers of acquire, renew and release: now, code, holds, extended?, begin, end, holder, its end; times in microseconds.
local K, A, call = KEYS[1], ARGV, redis.call
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
-- When the key goes by itself; false: never, or it is not there.
local function ending()
    local at = call('PEXPIRETIME', K)
    return at >= 0 and at * 1000
end
-- True if the end moved later. A key without an end keeps having none.
local function lengthen(ms)
    local left = call('PTTL', K)
    if left < 0 or left >= tonumber(ms) then
        return 0
    end
    call('PEXPIRE', K, ms)
    return 1
end
-- Codes of renew and release.
local RENEWED, RELEASED, STILL_HELD, COOLING, NOT_OWNER, STALE = 0, 1, 2, 3, 4, 5
local function refused(code, holder)
    local at = holder and ending()
    return {now, code, 0, 0, false, at, holder, at}
end
