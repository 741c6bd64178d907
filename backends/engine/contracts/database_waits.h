// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/time.h"

#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// A session of the database server, as the server shows it. Fields that it does not show are empty.
struct DatabaseSession
{
    std::string id; ///< backend pid or connection id
    std::string program, user, client;
    std::string statement; ///< what it runs, or ran last; at most 200 characters
    friend bool operator==(const DatabaseSession&, const DatabaseSession&) = default;
};

/// A session that waits for a lock of the database itself, and one of those that it waits for.
struct DatabaseWait
{
    DatabaseSession waiter, holder;
    std::string what;               ///< for people: `row of orders`, `table orders`, `advisory lock 4711`
    std::optional<TimePoint> since; ///< start of the wait, or of the statement that waits
    friend bool operator==(const DatabaseWait&, const DatabaseWait&) = default;
};

inline constexpr std::size_t most_database_waits = 1000;

/// What servers that know it say of their own locks; a further interface of their `Admin`. One thread at a time.
class DatabaseWaits
{
public:
    virtual ~DatabaseWaits() = default;
    /// Reads which sessions of the server wait for which others' locks, at most `most_database_waits` pairs: all sessions that
    /// this user may see, of whatever program.
    virtual Answer<std::vector<DatabaseWait>> database_waits() = 0;
};

/// Unsupported: this store's server does not say it.
inline Answer<std::vector<DatabaseWait>> database_waits(Admin& admin)
{
    if (auto* const waits = dynamic_cast<DatabaseWaits*>(&admin))
        return waits->database_waits();
    return Failure::unsupported("this store's server does not say which of its sessions wait for which");
}

} // namespace lockdesk
