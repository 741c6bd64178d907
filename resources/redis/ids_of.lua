-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The tasks that may carry a claim id, each once.
local function ids_of(claim)
    local ids, seen = {}, {}
    for id in string.gmatch(call('HGET', P .. 'claimed', claim) or '', '%Z+') do
        if not seen[id] then
            seen[id] = true
            ids[#ids + 1] = id
        end
    end
    return ids
end
