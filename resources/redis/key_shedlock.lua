-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- A value is 'ADDED:' begin '@' owner ':' unique id. Ours says ' (done)' behind the owner when the work is over and the lock
-- is kept until at-least-for is over.
local DONE = ' (done)'
local function civil(days)
    local z = days + 719468
    local era = math.floor(z / 146097)
    local doe = z - era * 146097
    local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
    local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
    local mp = math.floor((5 * doy + 2) / 153)
    local month = mp < 10 and mp + 3 or mp - 9
    return yoe + era * 400 + (month <= 2 and 1 or 0), month, doy - math.floor((153 * mp + 2) / 5) + 1
end
local function days_of(y, m, d)
    y = m <= 2 and y - 1 or y
    local era = math.floor(y / 400)
    local yoe = y - era * 400
    local doy = math.floor((153 * (m > 2 and m - 3 or m + 9) + 2) / 5) + d - 1
    return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end
local function stamp(ms)
    local days = math.floor(ms / 86400000)
    local rest = ms - days * 86400000
    local y, m, d = civil(days)
    return string.format('%04d-%02d-%02dT%02d:%02d:%02d.%03dZ', y, m, d, math.floor(rest / 3600000),
        math.floor(rest / 60000) % 60, math.floor(rest / 1000) % 60, rest % 1000)
end
-- In microseconds; false: not that form.
local function time_of(text)
    local y, m, d, hour, min, sec, ms = string.match(text, '^(%d+)-(%d%d)-(%d%d)T(%d%d):(%d%d):(%d%d)%.(%d%d%d)Z$')
    return y and ((((days_of(tonumber(y), tonumber(m), tonumber(d)) * 24 + hour) * 60 + min) * 60 + sec) * 1000 + ms) * 1000
end
-- Owner, unique id, begin text, begin, done? A value of another form is all owner.
local function parse(value)
    local at, owner, id = string.match(value, '^ADDED:([^@]*)@(.*):([^:]*)$')
    if not at then
        return value, '', '', false, false
    end
    local done = string.sub(owner, -#DONE) == DONE
    return done and string.sub(owner, 1, -#DONE - 1) or owner, id, at, time_of(at), done
end
-- nil: the lock is this owner's, and runs.
local function refusal(value, owner, token)
    if not value then
        return refused(NOT_OWNER, false)
    end
    local holder, _, _, _, done = parse(value)
    if done then
        return refused(NOT_OWNER, false)
    elseif holder ~= owner then
        return refused(NOT_OWNER, holder)
    end
    return token ~= '0' and refused(STALE, holder) or nil
end
