-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The waits of engine/backoff.h, word for word.
local function backoff(policy, waited, timeout, jitter)
    if policy == 'p' then
        local ms = waited > 0 and math.floor(waited / 1000) or 0
        if ms > 120000 then
            return timeout
        end
        return math.floor((ms + 9) / 10) * 1000
    end
    local ceiling = math.min(math.max(waited, 100000), timeout)
    return math.floor(ceiling * math.min(math.max(jitter, 0), 1))
end
