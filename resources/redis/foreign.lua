-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- Looks for locks that somebody wrote by hand and that no index of ours knows. ARGV: cursor, how many rounds of 1000 keys.
-- Answers now, cursor to go on with ('0' at the end), names. Writes nothing, so that watchers may use it.
local cursor, names = A[1], {}
local skip = #P + 6
for _ = 1, tonumber(A[2]) do
    local found = call('SCAN', cursor, 'MATCH', P .. 'lock:*', 'COUNT', 1000)
    cursor = found[1]
    for _, key in ipairs(found[2]) do
        local name = string.sub(key, skip)
        if name ~= '' and not call('ZSCORE', P .. 'locks', name) then
            names[#names + 1] = name
        end
    end
    if cursor == '0' then
        break
    end
end
return {now, cursor, names}
