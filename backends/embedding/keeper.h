// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::embedding {

/// A lease that is held. What changes belongs to its keeper.
struct Lease
{
    const LockName name;
    const OwnerId owner;
    const FencingToken token;
    const Duration lease;
    const Duration at_least;
    SteadyPoint next;     ///< of its next renewal
    SteadyPoint deadline; ///< until then it may be trusted
    bool lost = false;
    std::string why{};
    std::stop_source stop{};
};

/// Renews any number of leases, every third of each, on one thread and session, and watches their deadlines on another: what
/// Watchdog does with two threads for each lease. A renewal takes at most a third of the shortest lease. Thread-safe.
class Keeper
{
public:
    Keeper(Runtime& runtime, Access access);
    ~Keeper();

    void keep(std::shared_ptr<Lease> lease);
    /// No renewal of it begins afterwards, and it is not lost any more.
    void leave(const Lease& lease);
    /// Whether it is neither lost nor past its deadline.
    [[nodiscard]] bool trusted(const Lease& lease) const;
    [[nodiscard]] std::string why_lost(const Lease& lease) const;

private:
    using LeasePtr = std::shared_ptr<Lease>;
    void renew_loop(const std::stop_token& stop);
    void watch_loop(const std::stop_token& stop);
    std::vector<LeasePtr> due(SteadyPoint Lease::*when, SteadyPoint now) const;
    [[nodiscard]] SteadyPoint earliest(SteadyPoint Lease::*when) const;
    [[nodiscard]] bool keeps(const Lease& lease) const;
    void renew(const LeasePtr& lease);
    void lose(const LeasePtr& lease, const std::string& why);
    OwnSession& session();

    Runtime& m_runtime;
    Access m_access;
    mutable std::mutex m_mutex;
    std::vector<LeasePtr> m_leases; ///< none that is lost
    Bell m_renewal, m_alarm;
    std::mutex m_session_mutex;
    std::unique_ptr<OwnSession> m_session;
    Duration m_timeout; ///< of its calls
    StartStop m_renewer, m_watcher;
};

} // namespace lockdesk::embedding
