-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- ARGV: id. Answers now.
if call('DEL', P .. 'worker:' .. A[1]) == 1 then
    call('ZREM', P .. 'workers', A[1])
    gone('worker', A[1])
    hint('worker', A[1])
end
return {now}
