-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A command with many arguments, in bites that fit Lua's stack; and change stamps for many keys with one counter step.
local function many(command, key, args)
    local n = #args
    if n == 0 then
        return
    end
    if n <= 4000 then
        return call(command, key, unpack(args))
    end
    for i = 1, n, 4000 do
        call(command, key, unpack(args, i, math.min(i + 3999, n)))
    end
end
local function stamp_many(entity, keys)
    local n, pairs_ = #keys, {}
    if n == 0 then
        return
    end
    local first = call('INCRBY', P .. 'seq', n) - n
    for i = 1, n do
        pairs_[2 * i - 1], pairs_[2 * i] = digits(first + i), keys[i]
    end
    many('ZADD', P .. 'ch:' .. entity, pairs_)
end
