// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/schedule.h"
#include "backends/engine/runners/guard.h"
#include "backends/engine/runners/relay.h"

namespace lockdesk {

/// Makes a relay's options those of a guard: who keeps others away, and with it the messages' lease (as given, else the
/// shortest: under a guard that ends, the next holder must not wait for it; under a real guard always the shortest) and the
/// batch (as given; else one message where a crash would give the whole batch back).
void keep_apart_by(GuardKind kind, std::optional<Duration> lease, std::optional<std::int64_t> batch, RelayOptions& options);

/// When a relay looks, and under what.
struct RelayPlan
{
    Schedule schedule;
    /// None: every tick delivers, as under the kinds `none` and `skip_locked_rows`.
    std::optional<GuardOptions> guard;
    Access guard_access;      ///< where the guard's lock is; may be another store than the outbox's
    bool until_empty = false; ///< end when nothing is pending
};

struct RelayPlanEvents
{
    std::function<void(const RunReport&)> ended; ///< every run of a guard, skipped ones too
    std::function<void(const Failure&)> trouble; ///< of a tick; the next one tries again
};

/// A relay as a guarded job, tick by tick. When the guard is lost nothing more is begun; the delivery in hand goes on to its
/// end.
class GuardedRelay
{
public:
    GuardedRelay(Runtime& runtime, Relay& relay, RelayPlan plan, RelayPlanEvents events);

    /// As Relay::run: until stopped, or until nothing is pending; a failure only when trying again cannot help.
    Answer<Done> run(const std::stop_token& stop);

private:
    std::optional<Failure> tick(const std::stop_token& stop);

    Runtime& m_runtime;
    Relay& m_relay;
    RelayPlan m_plan;
    RelayPlanEvents m_events;
    std::optional<GuardRun> m_guard;
};

} // namespace lockdesk
