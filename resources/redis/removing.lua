-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before scripts that remove rows: a bounded number of tombstones tells observers.
local function gone(entity, key)
    local n = call('INCR', P .. 'seq')
    call('ZREM', P .. 'ch:' .. entity, key)
    call('ZADD', P .. 'gone', n, entity .. ':' .. key)
    if n % 1000 == 0 then
        local over = call('ZCARD', P .. 'gone') - 100000
        if over > 0 then
            local last = call('ZRANGE', P .. 'gone', over - 1, over - 1, 'WITHSCORES')
            call('ZREMRANGEBYRANK', P .. 'gone', 0, over - 1)
            call('HSET', P .. 'meta', 'gone_floor', last[2])
        end
    end
end
