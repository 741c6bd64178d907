-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0

-- name: lock_row
-- What the verbs of locks have in common: in the function library (LIBRARY), or put before a script.
-- One packed row per lock: end of the last wait, the poll since which its change is in the log, kind (H held, F free,
-- R freed by force), token, acquired, end (of the lease; of cooling), renewed or released, lease, holds, renewals, number of
-- requests, owner; then the requests (H) or the reason (R). Times and spans in us; NONE: absent, NEVER: no end.
local ROW = '>ddBdddddI4I4BBc0'
local H, F, R = 72, 70, 82 -- letters
local NONE, NEVER, FAR = -1, 1e16, 9e15
local SHORTEST, MARK = 68, 25 -- bytes of a row, of a request
local call, pcall_, sub, pack, unpack_, min, max, find
local second, micro = '', 0
-- The base of tokens outside sandboxes, and the second in which it was read: a server that was a
-- replica meanwhile, or was not notified of a new base, reads it again.
local token_base, base_second = 0, ''
-- The last poll of an observer: what was logged since then is not logged again. A script keeps nothing between two
-- calls, so it always logs: NaN equals nothing.
local look_no = LIBRARY and 0 or 0 / 0

local function begin()
    call, pcall_, sub, pack, unpack_ = redis.call, redis.pcall, string.sub, struct.pack, struct.unpack
    min, max, find = math.min, math.max, string.find
end
if not LIBRARY then
    begin()
end
-- A number of the schema, 0 if absent. Text that is no number, written by hand, is not guessed at.
local function schema_number(value, P, field)
    return tonumber(value or 0) or error({err = 'ODDNUMBER ' .. (P or 'lockdesk:') .. 'meta ' .. field})
end
-- The server's time, in a sandbox (of prefix P) the time made from it.
local function clock(P)
    local tick = call('TIME')
    if tick[1] ~= second then
        second, micro = tick[1], tick[1] * 1000000
    end
    local now = micro + tick[2]
    if look_no == 0 then
        look_no = now
    end
    if LIBRARY and not P and base_second ~= second then
        token_base, base_second = schema_number(call('HGET', 'lockdesk:meta', 'token_base'), P, 'token_base'), second
    end
    if P then
        local c = call('HMGET', P .. 'clock', 'base', 'set_at', 'rate')
        if not c[1] then
            error({err = 'NOSCHEMA ' .. P})
        end
        now = math.floor(c[1] + (now - c[2]) * c[3])
    end
    return now
end
-- Raises an error if there is no schema, an older one or a newer one.
local function need_schema(P)
    local version = call('GET', P .. 'schema')
    if version ~= '2' then
        error({err = not version and 'NOSCHEMA ' .. P or (version == '1' and 'OLDSCHEMA ' or 'NEWSCHEMA ') .. version})
    end
end
-- Writes the name into the log of changes. The oldest entries are removed: an observer that has not read them
-- takes a snapshot. A log that was deleted begins again, at places that no observer has read.
local function log(name, P)
    local n = call('RPUSHX', P .. 'log', name)
    if n == 0 then
        call('HINCRBY', P .. 'meta', 'log_base', 1000000)
        call('RPUSH', P .. 'log', name)
    elseif n > 110000 then
        call('LTRIM', P .. 'log', 10000, -1)
        call('HINCRBY', P .. 'meta', 'log_base', 10000)
    end
end
local function hint_of(key, P)
    P = P or 'lockdesk:'
    call('PUBLISH', P .. 'hint:' .. sub(key, #P + 1), '')
end
-- Called before a change is written: without a schema of ours nothing is written.
local function note(key, P, silent)
    P = P or 'lockdesk:'
    need_schema(P)
    log(sub(key, #P + 6), P)
    if not silent then
        call('PUBLISH', P .. 'hint:' .. sub(key, #P + 1), '')
    end
end
-- The token before the next one. `token` 0: there is none, so it begins above the floor and above the fence of that name;
-- an old row's, above the base: it may have come back with a backup.
local function token_before(key, P, token, hand)
    P = P or 'lockdesk:'
    local m, first = call('HMGET', P .. 'meta', 'token_base', 'token_floor'), hand or token == 0
    token = max(token, schema_number(m[1], P, 'token_base'))
    if first then
        token = max(token, schema_number(m[2], P, 'token_floor'), tonumber(call('HGET', P .. 'fences', sub(key, #P + 6)) or 0))
    end
    return token
end
-- A field of a row written by hand: a number, or `otherwise` when it is empty. Text that is no number is not guessed at.
local function field(r, name, otherwise)
    local value = r[name]
    if not value or value == '' then
        return otherwise
    end
    local n = tonumber(value)
    if not n or n ~= n or n % 1 ~= 0 or n < 0 or n > 1e19 then
        error({err = 'ODDFIELD ' .. name})
    end
    return n
end
-- A lock written by hand (or left by schema 1) is a hash. Returns it as a row of ours. Writes nothing.
local function row_of_hash(key)
    local pairs_, r = call('HGETALL', key), {}
    for i = 1, #pairs_, 2 do
        r[pairs_[i]] = pairs_[i + 1]
    end
    local token, holds = field(r, 'token', 0), min(field(r, 'holds', 1), 4294967295)
    local lease, acquired, renewed = field(r, 'lease_us', NONE), field(r, 'acquired_at', NONE), field(r, 'renewed_at', NONE)
    local ends, cooling = field(r, 'expires_at', NEVER), field(r, 'cooling_until', NONE)
    local released, renewals = field(r, 'released_at', NONE), min(field(r, 'renewals', 0), 4294967295)
    local owner, last, reason = r.owner or '', r.last_owner or '', r.reason or ''
    if #owner > 255 or #last > 255 then
        error({err = 'ODDFIELD owner'})
    end
    if owner ~= '' then
        local requests = r.requests or ''
        requests = #requests % MARK == 0 and sub(requests, -64 * MARK) or ''
        return pack(ROW, 0, NONE, H, token, acquired, ends, renewed, lease, holds, renewals, #requests / MARK, #owner, owner) .. requests
    end
    local kind = reason ~= '' and R or F
    return pack(ROW, 0, NONE, kind, token, NONE, cooling, released, NONE, 0, 0, 0, #last, last) .. (kind == R and reason or '.')
end
-- Takes a reply of GET that is no row. Returns the row if it was written by hand. Its waiters stay.
local function adopted(key, got, P)
    if type(got) == 'string' then
        error({err = 'WRONGTYPE row'})
    end
    need_schema(P or 'lockdesk:')
    local row = row_of_hash(key)
    if call('ZCARD', (P or 'lockdesk:') .. 'waiters') == 0 then
        return row
    end
    return pack('>d', clock(P) + 60000000) .. sub(row, 9)
end
-- Returns the row, or nil; and the row again if it was written by hand: then the whole row must be written before a part of it.
local function lock_at(key, P)
    local row = pcall_('GET', key)
    if row and #row < SHORTEST then
        row = adopted(key, row, P)
        return row, row
    end
    if row and not find('HFR', sub(row, 17, 17), 1, true) then
        error({err = 'WRONGTYPE row'})
    end
    return row
end

-- name: lease
-- Refuses a renewal or release: checks owner, token, expiry, in this order. Returns now, code, holds, extended, acquired,
-- end, holder, the holder's token, the holder's end. Codes: 0 renewed, 1 released, 2 still held, 3 cooling, 4 not the owner,
-- 5 stale, 6 expired.
local function refused(row, now, A)
    local _, _, kind, token, _, ends, _, _, _, _, _, holder = unpack_(ROW, row)
    if kind ~= H and kind ~= F and kind ~= R then
        error({err = 'WRONGTYPE row'})
    end
    local same = kind == H and holder == A[1]
    local code = not same and 4 or token ~= A[2] + 0 and 5 or 6
    if kind == H and ends > now and code ~= 6 then
        return {now, code, 0, 0, false, false, holder, token, ends < NEVER and ends}
    end
    return {now, code, 0, 0, false, false, false, false, false}
end
local function no_row(P, now)
    need_schema(P or 'lockdesk:')
    return {now, 4, 0, 0, false, false, false, false, false}
end

-- name: lock_acquire
-- Busy, entered again, or cooling. Returns now, 0 acquired | 1 busy | 2 cooling, token, holds, extended, acquired, end, holder.
local function taken(key, row, now, A, P, hand)
    local waited, seen, kind, token, began, ends, stamp, lease, holds, renewals, n, holder, at = unpack_(ROW, row)
    if kind == F or kind == R then
        return {now, 2, false, 0, 0, false, ends, false}
    elseif kind ~= H then
        error({err = 'WRONGTYPE row'})
    end
    if holder ~= A[1] then
        return {now, 1, token, 0, 0, false, ends < NEVER and ends, holder}
    end
    local requests, extended, till = sub(row, at, at + MARK * n - 1), 0, min(now + A[2], FAR)
    if not find(requests, A[3], 1, true) then
        if seen ~= look_no then
            note(key, P)
        end
        holds, requests = holds + 1, sub(requests .. A[3], -64 * MARK)
        if till > ends then
            ends, extended, lease = till, 1, A[2]
        end
        local new = pack(ROW, waited, look_no, H, token, began, ends, stamp, lease, holds, renewals, #requests / MARK, #holder, holder) .. requests
        if hand or #new < #row - 200 then
            call('SET', key, new)
        else
            call('SETRANGE', key, '0', new)
        end
    end
    return {now, 0, token, holds, extended, began >= 0 and began, ends < NEVER and ends, holder}
end
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, lease in us, mark of the request.
-- Returns the same, or for a new grant the row without its first 8 bytes: the lock was acquired now.
local function acquire(K, A)
    if not call then
        begin()
    end
    local key, P = K[1], K[2]
    local row, hand = pcall_('GET', key), nil
    local now = clock(P)
    local token, seen, kind, ends = 0, nil, nil, nil
    if row then
        if #row < SHORTEST then
            row = adopted(key, row, P)
            hand = row
        end
        seen, kind, token, ends = unpack_('>xxxxxxxxdBdxxxxxxxxd', row)
        if ends > now or (kind ~= F and kind ~= H and kind ~= R) then
            return taken(key, row, now, A, P, hand)
        end
    end
    local logged = seen ~= look_no or token == 0
    if logged then
        token = token_before(key, P, token, hand)
    elseif not P and token < token_base then
        token = token_base
    end
    if token >= 9007199254740991 then
        error({err = 'USEDUP'})
    end
    if logged then
        note(key, P)
    end
    local owner = A[1]
    local new = pack('>dBdddddI4I4BBc0', look_no, H, token + 1, now, min(now + A[2], FAR), NONE, A[2], 1, 0, 1, #owner, owner) .. A[3]
    if row and not hand then
        call('SETRANGE', key, '8', new)
        return new
    end
    P = P or 'lockdesk:'
    call('ZADD', P .. 'locks', 0, sub(key, #P + 6))
    call('SET', key, (row and sub(row, 1, 8) or pack('>d', call('ZCARD', P .. 'waiters') > 0 and now + 60000000 or 0)) .. new)
    return new
end

-- name: lock_renew
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, token, lease in us. Never shortens, never raises the holds. Returns what
-- `refused` returns. A renewal causes no hint: logging one leaves the number of the poll below 0, so that the next change is
-- logged again and hinted.
local function renew(K, A)
    if not call then
        begin()
    end
    local key, P = K[1], K[2]
    local row, hand = pcall_('GET', key), nil
    local now = clock(P)
    if not row then
        return no_row(P, now)
    end
    if #row < SHORTEST then
        row = adopted(key, row, P)
        hand = row
    end
    local _, seen, kind, token, began, ends, _, lease, holds, renewals, _, holder = unpack_(ROW, row)
    if kind ~= H or holder ~= A[1] or token ~= A[2] + 0 or ends <= now then
        return refused(row, now, A)
    end
    if seen ~= look_no and seen ~= -look_no then
        note(key, P, true)
        seen = -look_no
    end
    if hand then
        call('SET', key, hand)
    end
    local till, extended = min(now + A[3], FAR), 0
    if till > ends then
        ends, extended, lease = till, 1, A[3]
    end
    call('SETRANGE', key, '8', pack('>dBdddddI4I4', seen, H, token, began, ends, now, lease, holds, renewals + 1))
    return {now, 0, holds, extended, began >= 0 and began, ends < NEVER and ends, holder, token, ends < NEVER and ends}
end

-- name: lock_release
-- KEYS: the lock, in a sandbox its prefix. ARGV: owner, token, at-least-for in us. The row stays, and with it the token.
-- Returns what `refused` returns, or, after the last hold, bytes 9 to 49 of the row: the lock was released now.
local function release(K, A)
    if not call then
        begin()
    end
    local key, P = K[1], K[2]
    local row, hand = pcall_('GET', key), nil
    local now = clock(P)
    if not row then
        return no_row(P, now)
    end
    if #row < SHORTEST then
        row = adopted(key, row, P)
        hand = row
    end
    local waited, seen, kind, token, began, ends, holds, holder = unpack_('>ddBdddxxxxxxxxxxxxxxxxI4xxxxxBc0', row)
    if kind ~= H or holder ~= A[1] or token ~= A[2] + 0 or ends <= now then
        return refused(row, now, A)
    end
    if seen ~= look_no then
        note(key, P)
    elseif waited > now then
        hint_of(key, P)
    end
    if hand then
        call('SET', key, hand)
    end
    if holds > 1 then
        local _, _, _, _, _, _, stamp, lease, _, renewals, n = unpack_(ROW, row)
        call('SETRANGE', key, '0', pack(ROW, waited, look_no, H, token, began, ends, stamp, lease, holds - 1, renewals, max(n - 1, 0), #holder, holder))
        return {now, 2, holds - 1, 0, began >= 0 and began, ends < NEVER and ends, holder, token, ends < NEVER and ends}
    end
    local cooling = NONE
    if A[3] ~= '0' then
        cooling = min((began >= 0 and began or now) + A[3], FAR)
        if cooling <= now then
            cooling = NONE
        end
    end
    local new = pack('>dBdddd', look_no, F, token, began, cooling, now)
    call('SETRANGE', key, '8', new)
    return new
end

-- name: changes_look
-- An observer's poll: from now on every change is logged again. KEYS: prefix. ARGV: place in the log to continue from or '',
-- limit. Returns now, end of the log, place to continue from (-1: too old, or of another log), names.
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

-- name: library
-- The end of the library. Its number grows with every change: `init` replaces an older one by a newer one, never the
-- other way round. Arguments and replies of a function stay the same within a version of the schema.
redis.register_function('lockdesk_acquire', acquire)
redis.register_function('lockdesk_renew', renew)
redis.register_function('lockdesk_release', release)
redis.register_function{function_name = 'lockdesk_look', callback = look, flags = {'no-writes'}}
redis.register_function{function_name = 'lockdesk_show', callback = show, flags = {'no-writes'}}
redis.register_function{function_name = 'lockdesk_library', callback = function() return {2} end, flags = {'no-writes'}}
