-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: admitting
-- Tokens are compared as decimal text, so that 64 bits stay exact. Returns admitted?, largest, refusals.
local function admit(resource, token, who)
    local largest = call('HGET', P .. 'fences', resource)
    if largest and (#largest > #token or (#largest == #token and largest > token)) then
        local refusals = call('HINCRBY', P .. 'fence_refusals', resource, 1)
        append('refusals', 'resource', resource, 'token', token, 'largest', largest, 'who', who, 'at', now)
        hint('fence', resource)
        return 0, largest, refusals
    end
    if largest ~= token then
        call('HSET', P .. 'fences', resource, token)
    end
    return 1, token, call('HGET', P .. 'fence_refusals', resource) or '0'
end

-- name: fence_admit
-- ARGV: resource, token, who. Returns now, admitted?, largest, refusals.
return {now, admit(A[1], A[2], A[3])}

-- name: fence_find
-- ARGV: resource. Returns now, largest or nil, refusals.
return {now, call('HGET', P .. 'fences', A[1]), call('HGET', P .. 'fence_refusals', A[1]) or '0'}
