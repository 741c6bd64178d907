-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A command with many arguments, in bites that fit Lua's stack; and change stamps for many keys with one counter step.
local function many(command, key, args)
    for i = 1, #args, 4000 do
        call(command, key, unpack(args, i, math.min(i + 3999, #args)))
    end
end
local function stamp_many(entity, keys)
    local n, pairs_ = #keys, {}
    if n == 0 then
        return
    end
    local last = call('INCRBY', P .. 'seq', n)
    for i = 1, n do
        pairs_[2 * i - 1], pairs_[2 * i] = last - n + i, keys[i]
    end
    many('ZADD', P .. 'ch:' .. entity, pairs_)
end
