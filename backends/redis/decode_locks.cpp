// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Locks and their waiters; the other rows are in decode.cpp.
#include "backends/engine/rules/row_fields.h"
#include "backends/engine/text/text.h"
#include "backends/redis/decode.h"
#include "backends/redis/link.h"
#include "backends/redis/packed_lock.h"

#include <algorithm>

namespace lockdesk::redis {

namespace {

// A hand-written row is a hash.
LockRow hash_lock_row(std::string name, View pairs, Raw raw)
{
    Fields f = pairs.is_array() ? Fields::of_pairs(pairs) : Fields::of_wrong_type();
    LockRow out;
    out.name = std::move(name);
    read_lock_fields(f, out);
    return finished(std::move(out), f, raw);
}

// Formats the record as JSON, with the field names of a hand-written row.
std::string packed_json(const LockRow& row, const PackedLock& lock)
{
    const auto time = [](const std::optional<TimePoint>& t) { return t ? std::to_string(to_us(*t)) : "null"; };
    return "{\"owner\":" + json_quote(row.owner) + ",\"token\":" + std::to_string(lock.token) + ",\"holds\":"
           + std::to_string(row.holds) + ",\"lease_us\":" + (row.lease ? std::to_string(to_us(*row.lease)) : "null")
           + ",\"acquired_at\":" + time(row.acquired_at) + ",\"renewed_at\":" + time(row.renewed_at)
           + ",\"expires_at\":" + time(row.expires_at) + ",\"cooling_until\":" + time(row.cooling_until)
           + ",\"released_at\":" + time(row.released_at) + ",\"last_owner\":" + json_quote(row.last_owner)
           + ",\"reason\":" + json_quote(row.reason) + ",\"renewals\":" + std::to_string(row.renewals)
           + ",\"requests\":" + json_quote(lock.requests) + ",\"waited_until\":" + time(lock.waited_until) + "}";
}

LockRow packed_lock_row(std::string name, const PackedLock& lock, Raw raw)
{
    LockRow out;
    out.name = std::move(name);
    out.token = FencingToken(lock.token);
    if (lock.kind == PackedLock::Kind::held) {
        out.owner = lock.owner;
        out.holds = lock.holds;
        out.lease = lock.lease;
        out.acquired_at = lock.acquired_at;
        out.renewed_at = lock.stamped_at;
        out.expires_at = lock.ends_at;
        out.renewals = lock.renewals;
    } else {
        out.cooling_until = lock.ends_at;
        out.released_at = lock.stamped_at;
        out.last_owner = lock.owner;
        out.reason = lock.reason;
    }
    if (raw == Raw::with)
        out.raw = packed_json(out, lock);
    return out;
}

} // namespace

LockRow lock_row(std::string name, View value, Raw raw)
{
    if (!value.is_array())
        if (const auto lock = unpack_lock(value.text()))
            return packed_lock_row(std::move(name), *lock, raw);
    return hash_lock_row(std::move(name), value, raw);
}

std::vector<WaiterRow> waiter_rows(View members_with_ends, View begins)
{
    std::vector<WaiterRow> out;
    for (std::size_t i = 0; i + 1 < members_with_ends.size(); i += 2) {
        auto [name, owner] = unpacked(members_with_ends[i].text());
        out.push_back({std::move(name), std::move(owner), begins[i / 2].time().value_or(TimePoint{}),
                       members_with_ends[i + 1].time().value_or(TimePoint{})});
    }
    std::sort(out.begin(), out.end(), [](const WaiterRow& a, const WaiterRow& b) {
        return std::tie(a.name, a.since, a.owner) < std::tie(b.name, b.since, b.owner);
    });
    return out;
}

std::map<std::string, std::int64_t> waiters_of(View members)
{
    std::map<std::string, std::int64_t> out;
    for (std::size_t i = 0; i < members.size(); ++i)
        ++out[unpacked(members[i].text()).first];
    return out;
}

} // namespace lockdesk::redis
