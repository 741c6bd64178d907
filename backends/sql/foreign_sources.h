// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Tables of other libraries (dist_lock, ShedLock): locks without tokens, and nothing else.
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::sql {

/// The table of a source, and what is read of it once.
struct ForeignTable
{
    std::string name;
    std::string type;       ///< of the column that ends a lock
    Duration resolution{1}; ///< of that column
};

/// What servers do in different ways.
struct ForeignForms
{
    const char* store;
    const char* no_such_table; ///< the server's error code
    const char* expiry_type;   ///< the type of dist_lock's `expiry`, in the advice of how to make the table
    const char* long_ago;      ///< a stamp
    const char* owner;         ///< dist_lock's `owner`, to be compared byte by byte
    bool compares_names;       ///< byte by byte
    /// Where the server's catalogue has the table.
    void (*add_place)(Values& values, const std::string& table);
    TimePoint (*latest)(const ForeignTable& table);
    TimePoint (*latest_stamp)();
    /// dist_lock's `expiry` in microseconds.
    std::string (*expiry_us)(const ForeignTable& table);
    /// An instant as a value of the column's type: the parameter, where statements have some.
    std::string (*instant)(const ForeignTable& table, const char* parameter, TimePoint t);
    /// `expiry` is this instant.
    std::string (*expiry_is)(const ForeignTable& table, TimePoint t);
    Failure (*foreign_table)(const std::string& table, const Place& place);
    Answer<Durability> (*durability)(Link& link);
};

/// `link`: made with `without_schema`.
Answer<std::unique_ptr<Session>> open_dist_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ForeignForms& forms);
Answer<std::unique_ptr<Session>> open_shed_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ForeignForms& forms);

} // namespace lockdesk::sql
