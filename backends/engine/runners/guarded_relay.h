// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/schedule.h"
#include "backends/engine/runners/guard.h"
#include "backends/engine/runners/relay.h"

#include <optional>

namespace lockdesk {

/// Sets a relay's options for a guard: `apart`, and with it the messages' lease (as given, else the
/// shortest, so that the next holder need not wait for it; with a real guard always the shortest) and the
/// batch (as given; else one message where a crash would return the whole batch).
void keep_apart_by(GuardKind kind, std::optional<Duration> lease, std::optional<std::int64_t> batch, RelayOptions& options);

/// Returns the lock of a relay's guard if none is given: `outbox-relay`, or of one topic `outbox-relay:TOPIC`, as relays of
/// one lock wait for each other. A topic too long for that takes the first one.
LockName default_relay_lock(const std::optional<Topic>& topic);

/// When a relay polls, and under which guard.
struct RelayPlan
{
    Schedule schedule;
    /// Nullopt: every tick delivers, as for the kinds `none` and `skip_locked_rows`.
    std::optional<GuardOptions> guard;
    Access guard_access;      ///< store of the guard's lock; may differ from the outbox's
    bool until_empty = false; ///< end when nothing is pending
};

struct RelayPlanEvents
{
    std::function<void(const RunReport&)> ended; ///< every run of a guard, including skipped ones
    std::function<void(const Failure&)> trouble; ///< a failed tick; the next one retries
};

/// A relay as a guarded job, tick by tick. When the guard is lost, no new delivery begins; the current one is
/// finished.
class GuardedRelay
{
public:
    GuardedRelay(Runtime& runtime, Relay& relay, RelayPlan plan, RelayPlanEvents events);

    /// Like Relay::run: until stopped, or until nothing is pending; fails only when a retry cannot help.
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
