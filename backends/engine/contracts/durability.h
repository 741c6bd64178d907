// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockdesk {

/// One reason why a store may forget what it has acknowledged: a lock is free again, or its token starts again.
struct Weakness
{
    enum class Kind {
        loses,  ///< a crash or a power cut takes acknowledged writes with it
        lags,   ///< a power cut takes those of the last moment with it
        evicts, ///< the server removes rows by itself
        unknown ///< the server does not say, or not to this user: counts as weak
    };
    Kind kind = Kind::loses;
    std::string setting;  ///< the server's own word and value: `appendonly no`
    std::string evidence; ///< what follows from it
    std::string advice;   ///< what to do about it
    friend bool operator==(const Weakness&, const Weakness&) = default;
};

/// What a server does to keep what it has acknowledged, as it says itself.
struct Durability
{
    std::vector<Weakness> weaknesses; ///< none: nothing is lost when the server or its machine stops at once
    [[nodiscard]] bool strong() const { return weaknesses.empty(); }
    friend bool operator==(const Durability&, const Durability&) = default;
};

/// loses, lags, evicts, unknown
const char* word(Weakness::Kind);

} // namespace lockdesk
