// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
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
    /// What a decision needs of a row.
    struct State
    {
        bool exists = false;
        std::string owner;
        FencingToken token;
        std::int64_t holds = 0;
        std::int64_t lease_us = 0;
        std::optional<TimePoint> acquired_at, expires_at, cooling_until;
        std::string requests;
    };
    State read_state(const LockName& name);
    std::optional<Acquisition> refusal(const State& state) const;
    Acquisition decide(const AcquireRequest& request);
    Acquisition grant(const AcquireRequest& request, const State& state);
    Acquisition reenter(const AcquireRequest& request, State state);
    std::optional<LeaseAnswer> lease_refusal(const State& state, const OwnerId& owner, FencingToken token);
    LeaseAnswer free(const LockName& name, const State& state, Duration at_least);
    std::vector<std::string> force_commands(const ForceRelease& request) const;

    Connection& m_db;
    std::string m_last_refused; ///< lock that was busy at the last try: look before taking the write lock
};

} // namespace lockdesk::sqlite
