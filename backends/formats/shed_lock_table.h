// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/formats/shed_lock.h"

#include <functional>

namespace lockdesk::shed_lock {

/// A `shedlock` table, or the collection of that name, as its store reaches it. Rows are held while a decision is made (FOR
/// UPDATE), or compared with what was read when they are written.
class Table
{
public:
    virtual ~Table() = default;
    /// What the columns can hold.
    [[nodiscard]] virtual TimePoint latest() const = 0;
    virtual Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) = 0;
    /// The answer has the store's clock: not later than the row is what it is.
    virtual Answer<Row> read(const LockName& name, bool to_change) = 0;
    /// Makes a row that is over, if there is none.
    virtual Answer<Done> ensure(const LockName& name, const OwnerId& owner) = 0;
    /// Over the row that was read last, to change it. False: it is another by now, and nothing was written.
    virtual Answer<bool> write(const LockName& name, const Write& what) = 0;
    /// Literal text that frees the row read last, if it is that row still.
    [[nodiscard]] virtual std::string force_command(const LockName& name, const OwnerId& owner) const = 0;
    /// True: it changed the row.
    virtual Answer<bool> force(const std::string& command) = 0;
    virtual Answer<std::optional<LockRow>> find(const LockName& name) = 0;
    virtual Answer<Page<LockRow>> list(const ListRequest& request) = 0;
};

class TableLocks final : public Locks
{
public:
    explicit TableLocks(Table& table) : m_table(table) {}
    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override { return m_table.find(name); }
    Answer<Page<LockRow>> list(const ListRequest& request) override { return m_table.list(request); }
    Answer<std::int64_t> collect(Duration) override { return cannot_collect(); }
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) override { return no_waiters(); }
    Answer<Done> withdraw_wait(const LockName&, const OwnerId&) override { return no_waiters(); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest&) override { return no_waiters(); }

private:
    template <class Decision>
    Answer<decltype(Decision::answer)> decide(const char* statement, const LockName& name,
                                              const std::function<Decision(const Row&, TimePoint)>& how);
    /// Empty: it is another lock already.
    Answer<std::string> command(const ForceRelease& request);
    Table& m_table;
};

} // namespace lockdesk::shed_lock
