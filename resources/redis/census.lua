-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- How many keys of this database are not in an index of ours. When there are none, nobody has written a lock by hand, and
-- the search for such locks can be spared.
-- Answers now, others.
local own = call('ZCARD', P .. 'locks') + call('ZCARD', P .. 'ch:task') + call('ZCARD', P .. 'out:all')
    + call('ZCARD', P .. 'ch:worker') + call('SCARD', P .. 'records')
local keys = {}
for _, k in ipairs({'schema', 'meta', 'seq', 'clock', 'locks', 'log', 'ch:task', 'ch:message', 'ch:worker', 'gone',
    'waiters', 'waiting', 'fences', 'fence_refusals', 'refusals', 'phases', 'rules', 'claimed', 'claimed_left', 'out:all', 'out:pending',
    'out:due', 'out:sending', 'out:sent', 'out:dead', 'out:claims', 'out:seq', 'records', 'draws', 'workers', 'audit',
    'sandboxes'}) do
    keys[#keys + 1] = P .. k
end
for _, event in ipairs(call('SMEMBERS', P .. 'draws')) do
    for _, prefix in ipairs({'draw:', 'draw_people:', 'draw_order:'}) do
        keys[#keys + 1] = P .. prefix .. event
    end
end
for _, pack in ipairs(call('SMEMBERS', P .. 'phases')) do
    keys[#keys + 1] = P .. 'q:' .. pack
    keys[#keys + 1] = P .. 'returned:' .. pack
    keys[#keys + 1] = P .. 'failing:' .. pack
end
for i = 1, #keys, 3000 do
    own = own + call('EXISTS', unpack(keys, i, math.min(i + 2999, #keys)))
end
return {now, call('DBSIZE') - own}
