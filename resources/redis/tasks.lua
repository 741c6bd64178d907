-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Put before scripts on tasks. A task waits in the sorted set of its kind and phase: score locked_at, member updated_at
-- (16 digits) and id, so that equal stamps come in the order updated_at, id. Names may hold any byte: lengths lead.
local packs, packs_kind = {}, nil
local function pack_of(kind, phase)
    if kind ~= packs_kind then
        packs, packs_kind = {}, kind
    end
    local pack = packs[phase]
    if not pack then
        pack = #kind .. ':' .. kind .. phase
        packs[phase] = pack
    end
    return pack
end
local function member_of(updated_at, id)
    if type(updated_at) == 'string' and #updated_at == 16 and not string.find(updated_at, '%D') then
        return updated_at .. ':' .. id -- much quicker
    end
    return string.format('%016.0f:', updated_at) .. id
end
local rules = {}
local function rule_of(pack)
    local rule = rules[pack]
    if not rule then
        rule = call('HGET', P .. 'rules', pack) or RULE
        rules[pack] = rule
    end
    return rule
end
local function timeout_of(rule)
    return tonumber(string.match(rule, '^(%d+) ') or 30000000)
end
