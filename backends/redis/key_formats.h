// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/redis/reply.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Locks that other libraries keep in plain keys: what their keys and values look like. Pure.
namespace lockdesk::redis {

struct KeyFormat
{
    enum class Kind {
        string,   ///< redis-py, redsync, node-redlock and many others: key = name, value = owner
        redisson, ///< hash, one field per owner with its count
        shedlock, ///< string with begin, owner and a unique id
    };
    Kind kind = Kind::string;
    std::string source = "string";
    std::string prefix; ///< before the name

    [[nodiscard]] std::string key(std::string_view name) const { return prefix + std::string(name); }
    /// What SCAN looks for.
    [[nodiscard]] std::string pattern() const;
    [[nodiscard]] const char* type() const { return kind == Kind::redisson ? "hash" : "string"; }
    /// Where waiters listen; empty: they poll.
    [[nodiscard]] std::string channel(std::string_view name) const;
    /// Begins every such channel; empty like it.
    [[nodiscard]] std::string channels() const;
};

/// True for `string`, `redisson` and `shedlock`, with and without options.
bool is_key_source(std::string_view source);
/// `shedlock:environment=prod` and `shedlock:prefix=lk` (defaults `default` and `job-lock`); the others have no options.
Answer<KeyFormat> parse_key_source(std::string_view source);

/// Where the requests of a Redisson lock's holds are kept: ours alone, gone with the lock.
std::string requests_key(std::string_view name);
/// Where a Redisson fair lock keeps its waiters in their order. Only ever read.
std::string fair_queue_key(std::string_view name);

/// ShedLock's unique part of a value, made from the request that asked.
std::string shedlock_id(const RequestId& request);
/// Taken apart. A value of another form is all owner.
struct ShedValue
{
    std::string owner;
    std::string id;
    std::optional<TimePoint> begin;
    bool done = false; ///< released by us; kept until at-least-for is over
};
ShedValue parse_shed_value(std::string_view value);

/// One key as key_look.lua and key_find.lua read it.
struct KeySeen
{
    std::string key;
    View value; ///< text, or fields and counts
    std::int64_t ends_ms = -1;
    std::int64_t listeners = 0;
};
/// Nothing: the key is no lock of this format. `asked`: somebody names it, so less proof is needed than in a list.
std::optional<LockRow> key_row(const KeyFormat& format, const KeySeen& seen, TimePoint now, bool asked);

/// The compare-and-set that frees a lock, as the words of one command; `value` is the value or field as it was read.
std::vector<std::string> key_release_words(const KeyFormat& format, const std::string& name, const std::string& value,
                                           const std::optional<TimePoint>& ends);

} // namespace lockdesk::redis
