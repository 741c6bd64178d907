// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Tables of other libraries (dist_lock, ShedLock): only locks, without tokens.
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::sql {

/// The table of a source, with properties that are read once.
struct ForeignTable
{
    std::string name;
    std::string type;       ///< of the column that ends a lock
    Duration resolution{1}; ///< of that column
};

/// What differs between servers.
struct ForeignForms
{
    const char* store;
    const char* no_such_table; ///< the server's error code
    const char* expiry_type;   ///< the type of dist_lock's `expiry`, in the advice on creating the table
    const char* long_ago;      ///< a stamp in the past
    const char* owner;         ///< dist_lock's `owner`, to be compared byte by byte
    bool compares_names;       ///< names are compared byte by byte
    /// Adds the table's place in the server's catalogue.
    void (*add_place)(Values& values, const std::string& table);
    TimePoint (*latest)(const ForeignTable& table);
    TimePoint (*latest_stamp)();
    /// Returns the expression of dist_lock's `expiry` in microseconds.
    std::string (*expiry_us)(const ForeignTable& table);
    /// Returns an instant as a value of the column's type: the parameter, where statements have parameters.
    std::string (*instant)(const ForeignTable& table, const char* parameter, TimePoint t);
    /// Returns the condition that `expiry` is this instant.
    std::string (*expiry_is)(const ForeignTable& table, TimePoint t);
    Failure (*foreign_table)(const std::string& table, const Place& place);
    Answer<Durability> (*durability)(Link& link);
};

/// `link` was made with `without_schema`.
Answer<std::unique_ptr<Session>> open_dist_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ForeignForms& forms);
Answer<std::unique_ptr<Session>> open_shed_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ForeignForms& forms);

} // namespace lockdesk::sql
