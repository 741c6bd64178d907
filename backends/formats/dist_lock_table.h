// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/formats/dist_lock.h"

#include <functional>
#include <memory>

namespace lockdesk::dist_lock {

/// A store's access to a `dist_lock` table on a server: rows are locked (FOR UPDATE) during a decision.
class Table
{
public:
    virtual ~Table() = default;
    [[nodiscard]] virtual Column column() const = 0;
    virtual Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) = 0;
    /// `to_change`: locks the row until the transaction ends. The answer has the store's clock after that.
    virtual Answer<Row> read(const LockName& name, bool to_change) = 0;
    /// Returns the number of rows written; an insert of a row that exists by now writes none.
    virtual Answer<std::int64_t> write(Write what, const LockName& name, const std::string& owner, TimePoint expiry) = 0;
    [[nodiscard]] virtual std::string force_command(const ForceRelease& request) const = 0;
    /// Runs literal text. Returns the number of rows changed.
    virtual Answer<std::int64_t> force(const std::string& command) = 0;
    virtual Answer<std::optional<LockRow>> find(const LockName& name) = 0;
    virtual Answer<Page<LockRow>> list(const ListRequest& request) = 0;
};

/// Returns the locks of such a table: each decision reads the row, applies the rules of the format, and writes.
std::unique_ptr<Locks> make_table_locks(std::unique_ptr<Table> table);

} // namespace lockdesk::dist_lock
