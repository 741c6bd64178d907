// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/rules/lock_rules.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Every decision reads the row and writes it in one BEGIN IMMEDIATE transaction: nobody can come between.
class SqliteLocks final : public Locks
{
public:
    explicit SqliteLocks(Connection& db) : m_db(db) {}
    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override;
    Answer<Page<LockRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override;
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override;
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override;
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override;

private:
    /// A row, as far as decisions read it.
    struct State
    {
        bool exists = false;
        std::string owner, requests;
        lock_rules::Lock numbers; ///< without its texts
        /// While this state stays where it is.
        [[nodiscard]] lock_rules::Lock lock() const;
    };
    State read_state(const LockName& name);
    Acquisition decide(const AcquireRequest& request);
    void grant(const LockName& name, const State& state, lock_rules::Decision<Acquisition>& decision);
    template <class T> void write(const LockName& name, lock_rules::Decision<T>& decision);
    template <class Rule> Answer<LeaseAnswer> changed(const LockName& name, Rule rule);
    std::vector<std::string> force_commands(const ForceRelease& request) const;

    Connection& m_db;
    std::string m_last_refused; ///< lock that was busy at the last try: look before taking the write lock
};

} // namespace lockdesk::sqlite
