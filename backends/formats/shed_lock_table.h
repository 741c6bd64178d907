// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/formats/shed_lock.h"

#include <functional>
#include <memory>

namespace lockdesk::shed_lock {

/// A store's access to a `shedlock` table, or the collection of that name. Rows are locked during a decision (FOR UPDATE),
/// or compared on write with what was read.
class Table
{
public:
    virtual ~Table() = default;
    /// Returns the latest time that the columns can hold.
    [[nodiscard]] virtual TimePoint latest() const = 0;
    virtual Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) = 0;
    /// The answer has the store's clock, no later than the state of the row.
    virtual Answer<Row> read(const LockName& name, bool to_change) = 0;
    /// Creates a row that is over, if the name has none.
    virtual Answer<Done> ensure(const LockName& name, const OwnerId& owner) = 0;
    /// Overwrites the row read last (`to_change`). Returns false, and writes nothing, if it has changed since.
    virtual Answer<bool> write(const LockName& name, const Write& what) = 0;
    /// Returns literal text that frees the row read last, if it is unchanged.
    [[nodiscard]] virtual std::string force_command(const LockName& name, const OwnerId& owner) const = 0;
    /// Runs literal text. Returns true if it changed the row.
    virtual Answer<bool> force(const std::string& command) = 0;
    virtual Answer<std::optional<LockRow>> find(const LockName& name) = 0;
    virtual Answer<Page<LockRow>> list(const ListRequest& request) = 0;
};

/// Returns the locks of such a table: each decision reads the row, applies the rules of the format, and writes.
std::unique_ptr<Locks> make_table_locks(std::unique_ptr<Table> table);

} // namespace lockdesk::shed_lock
