// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <atomic>
#include <functional>

namespace lockdesk {

/// A lease to keep.
struct HeldLease
{
    LockName name;
    OwnerId owner;
    FencingToken token;
    Duration lease;
    SteadyPoint asked_at; ///< before the request that acquired it was sent
};

enum class LostBy {
    refusal,  ///< the store reports that the lease is no longer ours
    deadline, ///< it could not be renewed in time; its holder is unknown
};

struct WatchdogEvents
{
    /// Called after every renewal. `store_time` as in Answer.
    std::function<void(const LeaseAnswer&, std::optional<TimePoint> store_time)> renewed;
    /// Called for a failed renewal, which is retried.
    std::function<void(const Failure&)> trouble;
    /// Called once, by the deadline on the local steady clock, even when the store is unreachable. The work must end.
    std::function<void(LostBy, const std::string& why)> lost;
};

/// Renews a lease every third of it, on its own thread and session, while it is started. Retries a failed renewal until
/// the deadline, which only a confirmed renewal moves. A second thread checks the deadline, so that a hanging call
/// cannot hide it. Callbacks run on these threads and must not stop the watchdog. `start`, `stop`: see StartStop.
class Watchdog
{
public:
    Watchdog(Runtime& runtime, Access access, HeldLease held, WatchdogEvents events);
    ~Watchdog();

    void start();
    /// Interrupts a running renewal. No callback runs afterwards. Does not release.
    void stop();
    [[nodiscard]] bool lost() const;
    [[nodiscard]] SteadyPoint deadline() const;

private:
    void renew_loop(const std::stop_token& stop);
    bool renew_once(OwnSession& session);
    void watch_deadline(const std::stop_token& stop);
    void tell_lost(LostBy by, const std::string& why);

    Runtime& m_runtime;
    Access m_access;
    HeldLease m_held;
    WatchdogEvents m_events;
    mutable std::mutex m_mutex;
    SteadyPoint m_deadline;
    bool m_lost = false;
    Bell m_renewal, m_alarm;
    StartStop m_renewer, m_watcher;
};

} // namespace lockdesk
