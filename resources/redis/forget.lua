-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: names of locks. Takes those out of the index whose key was deleted by hand. Answers now, how many.
local n = 0
for i = 1, #A do
    if call('EXISTS', P .. 'lock:' .. A[i]) == 0 and call('ZREM', P .. 'locks', A[i]) == 1 then
        log(A[i], P)
        n = n + 1
    end
end
return {now, n}
