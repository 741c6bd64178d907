-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- An observer's look: from here on every change is logged again. KEYS: prefix. ARGV: place in the log to go on from or '', how
-- many. Answers now, end of the log, place to go on from (-1: too old or of another life), names.
local function look(K, A)
    if not call then
        begin()
    end
    local P = K[1]
    local version = call('GET', P .. 'schema')
    if not version then
        error({err = 'NOSCHEMA ' .. P})
    end
    base_second = '' -- `init --token-floor` looks, so that the next grant is above it
    local now = clock(#P > 9 and P or nil)
    look_no = max(look_no + 1, micro)
    local base, n = tonumber(call('HGET', P .. 'meta', 'log_base') or 0), call('LLEN', P .. 'log')
    if A[1] == '' then
        return {now, base + n, base + n, {}}
    end
    local from = A[1] - base
    if from < 0 or from > n then
        return {now, base + n, -1, {}}
    end
    local names = call('LRANGE', P .. 'log', from, from + A[2] - 1)
    return {now, base + n, base + from + #names, names}
end
-- For people: redis-cli FCALL_RO lockdesk_show 1 lockdesk:lock:NAME
local function show(K)
    if not call then
        begin()
    end
    local row = lock_at(K[1], nil)
    if not row then
        return false
    end
    local _, _, kind, token, began, ends, stamp, lease, holds, renewals, n, owner, at = unpack_(ROW, row)
    local function t(x)
        return (x < 0 or x >= NEVER) and '' or string.format('%.0f', x)
    end
    if kind == H then
        return {'owner', owner, 'token', t(token), 'holds', tostring(holds), 'lease_us', t(lease), 'acquired_at', t(began), 'renewed_at',
            t(stamp), 'expires_at', t(ends), 'renewals', tostring(renewals), 'requests', sub(row, at, at + MARK * n - 1)}
    end
    return {'owner', '', 'token', t(token), 'holds', '0', 'released_at', t(stamp), 'cooling_until', t(ends), 'last_owner', owner,
        'reason', kind == R and sub(row, at) or ''}
end
