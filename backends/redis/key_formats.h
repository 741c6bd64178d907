// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/redis/reply.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Formats of keys and values for locks that other libraries keep in plain keys. Pure.
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
    std::string prefix; ///< of the key, before the name

    [[nodiscard]] std::string key(std::string_view name) const { return prefix + std::string(name); }
    /// Pattern for SCAN.
    [[nodiscard]] std::string pattern() const;
    [[nodiscard]] const char* type() const { return kind == Kind::redisson ? "hash" : "string"; }
    /// Channel on which waiters listen; empty: they poll.
    [[nodiscard]] std::string channel(std::string_view name) const;
    /// Common prefix of these channels; likewise empty.
    [[nodiscard]] std::string channels() const;
};

/// True for `string`, `redisson` and `shedlock`, with and without options.
bool is_key_source(std::string_view source);
/// `shedlock:environment=prod` and `shedlock:prefix=lk` (defaults `default` and `job-lock`); the others have no options.
Answer<KeyFormat> parse_key_source(std::string_view source);

/// Key with the requests of a Redisson lock's holds: used by us alone, deleted with the lock.
std::string requests_key(std::string_view name);
/// Key with the ordered waiters of a Redisson fair lock. Read-only.
std::string fair_queue_key(std::string_view name);

/// ShedLock's unique part of a value, derived from the request.
std::string shedlock_id(const RequestId& request);
/// A parsed value. A value of another form consists of the owner only.
struct ShedValue
{
    std::string owner;
    std::string id;
    std::optional<TimePoint> begin;
    bool done = false; ///< released by us; kept until at-least-for has passed
};
ShedValue parse_shed_value(std::string_view value);

/// One key as returned by key_look and key_find.
struct KeySeen
{
    std::string key;
    View value; ///< text, or fields and counts
    std::int64_t ends_ms = -1;
    std::int64_t listeners = 0;
};
/// Decodes a lock; nullopt: no lock of this format. `asked`: requested by name, which takes less proof than a list.
std::optional<LockRow> key_row(const KeyFormat& format, const KeySeen& seen, TimePoint now, bool asked);

/// Returns the compare-and-set command that frees a lock, as words; `value` is the value or field as read.
std::vector<std::string> key_release_words(const KeyFormat& format, const std::string& name, const std::string& value,
                                           const std::optional<TimePoint>& ends);

} // namespace lockdesk::redis
