// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk {

/// The Admin of a store is one of these where locks belong to sessions and the server can tell which sessions there are.
class MarkedSessions
{
public:
    virtual ~MarkedSessions() = default;
    /// How many sessions the server has that were opened with a SessionOptions::application_name of this mark (`marked_name`), whoever
    /// opened them. One whose process was killed counts until the server has rolled back and given back what it held. Where the
    /// address gives all sessions another name, none is found.
    virtual Answer<std::int64_t> marked_sessions(const std::string& mark) = 0;
};

/// `name #mark`. A mark is 1 to 20 letters and digits.
inline std::string marked_name(const std::string& name, const std::string& mark) { return name + " #" + mark; }

/// The mark of such a name, also where more words follow; empty: it has none.
inline std::string mark_of(std::string_view name)
{
    const auto at = name.find(" #");
    if (at == std::string_view::npos)
        return {};
    const auto mark = name.substr(at + 2);
    return std::string(mark.substr(0, mark.find(' ')));
}

} // namespace lockdesk
