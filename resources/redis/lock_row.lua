-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- What the verbs of locks have in common: in the function library (LIBRARY), or put before a script.
-- One packed row a lock: until when somebody waits, the look since which its change stands in the log, kind (H held, F free,
-- R freed by force), token, acquired, end (of the lease; of cooling), renewed or released, lease, holds, renewals, number of
-- requests, owner; then the requests (H) or the reason (R). Times and spans in us; NONE: not there, NEVER: no end.
local ROW = '>ddBdddddI4I4BBc0'
local H, F, R = 72, 70, 82 -- letters
local NONE, NEVER, FAR = -1, 1e16, 9e15
local SHORTEST, MARK = 68, 25 -- bytes of a row, of a request
local call, pcall_, sub, pack, unpack_, min, max, find
local second, micro = '', 0
-- The base of tokens outside sandboxes, and the second in which it was read: a server that was a replica meanwhile, or that nobody has told of
-- a new base, asks again by itself.
local token_base, base_second = 0, ''
-- The last look of an observer: what has been logged since then need not be logged again. A script keeps nothing between two
-- calls, so it logs always: nothing is equal to what is no number.
local look_no = LIBRARY and 0 or 0 / 0

local function begin()
    call, pcall_, sub, pack, unpack_ = redis.call, redis.pcall, string.sub, struct.pack, struct.unpack
    min, max, find = math.min, math.max, string.find
end
if not LIBRARY then
    begin()
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
        token_base, base_second = tonumber(call('HGET', 'lockdesk:meta', 'token_base') or 0), second
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
-- Stops where there is no schema, an older one or a newer one.
local function need_schema(P)
    local version = call('GET', P .. 'schema')
    if version ~= '2' then
        error({err = not version and 'NOSCHEMA ' .. P or (version == '1' and 'OLDSCHEMA ' or 'NEWSCHEMA ') .. version})
    end
end
-- Writes the name into the log of changes. The oldest entries go: an observer that has not read them takes a snapshot. A log
-- that somebody deleted begins again, at places where nobody has been.
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
-- Before a change is written: without a schema of ours nothing is.
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
    token = max(token, tonumber(m[1] or 0))
    if first then
        token = max(token, tonumber(m[2] or 0), tonumber(call('HGET', P .. 'fences', sub(key, #P + 6)) or 0))
    end
    if token >= FAR then
        error({err = 'ODDFIELD token'})
    end
    return token
end
-- A field of a row written by hand: a number, or `otherwise` when it is empty. What is none must not be guessed at.
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
-- A lock that somebody wrote by hand (or that schema 1 left) is a hash. Answers it as a row of ours, and writes nothing.
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
-- Of what GET answered and what is no row: the row, when it was written by hand. Who waits for it waits on.
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
-- The row, or nil; and the row again if it was written by hand: then it must be written whole before a part of it is.
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
