// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockdesk {

/// A reason why a store may lose acknowledged writes: a lock becomes free again, or its token restarts.
struct Weakness
{
    enum class Kind {
        loses,  ///< a crash or power failure loses acknowledged writes
        lags,   ///< a power failure loses the most recent ones
        evicts, ///< the server itself removes rows
        unknown ///< the server does not report it, or not to this user: counts as weak
    };
    Kind kind = Kind::loses;
    std::string setting;  ///< the server's name and value: `appendonly no`
    std::string evidence; ///< the consequence
    std::string advice;   ///< the remedy
    friend bool operator==(const Weakness&, const Weakness&) = default;
};

/// How a server preserves acknowledged writes, as it reports.
struct Durability
{
    std::vector<Weakness> weaknesses; ///< empty: nothing is lost when the server or its machine stops at once
    [[nodiscard]] bool strong() const { return weaknesses.empty(); }
    friend bool operator==(const Durability&, const Durability&) = default;
};

/// loses, lags, evicts, unknown
const char* word(Weakness::Kind);

} // namespace lockdesk
