-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before every script. KEYS[1] is the prefix of all our keys. `now` is spelled here and nowhere else: the server's
-- clock in microseconds, or, in a sandbox, the sandbox clock made from it. Integers become text only as arguments of
-- redis.call or by '%.0f': tostring() would lose two digits of a time.
local P, A, call = KEYS[1], ARGV, redis.call
local version = call('GET', P .. 'schema')
if not version then
    return redis.error_reply('NOSCHEMA ' .. P)
elseif version == '1' then
    return redis.error_reply('OLDSCHEMA 1')
end
local tick = call('TIME')
local now = tick[1] * 1000000 + tick[2]
if #P > 9 then
    local c = call('HMGET', P .. 'clock', 'base', 'set_at', 'rate')
    now = math.floor(c[1] + (now - c[2]) * c[3])
end
-- Times further away than this would not be exact in a double.
local FAR = 9e15
local RULE = '30000000 p 8'
local TASK = {'kind', 'phase', 'desired_state', 'payload', 'owner', 'token', 'claim_id', 'locked_at', 'updated_at',
    'created_at', 'claims', 'takeovers', 'failures', 'last_error'}
-- The number in a field, nil when it is empty. A number that is none, written by hand, must not be guessed at.
local function num(value, field)
    if not value or value == '' then
        return nil
    end
    return tonumber(value) or error({err = 'ODDFIELD ' .. field})
end
