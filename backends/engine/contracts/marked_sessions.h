// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk {

/// Implemented by the Admin of a store where locks belong to sessions and the server can list the sessions.
class MarkedSessions
{
public:
    virtual ~MarkedSessions() = default;
    /// Counts the server's sessions that were opened with a SessionOptions::application_name of this mark (`marked_name`),
    /// by any process. A session whose process was killed counts until the server has rolled back and released its locks.
    /// Finds none if the store URL sets another name for all sessions.
    virtual Answer<std::int64_t> marked_sessions(const std::string& mark) = 0;
};

/// Returns `name #mark`. A mark is 1 to 20 letters and digits.
inline std::string marked_name(const std::string& name, const std::string& mark) { return name + " #" + mark; }

/// Returns the mark of such a name, even if more words follow; empty: none.
inline std::string mark_of(std::string_view name)
{
    const auto at = name.find(" #");
    if (at == std::string_view::npos)
        return {};
    const auto mark = name.substr(at + 2);
    return std::string(mark.substr(0, mark.find(' ')));
}

} // namespace lockdesk
