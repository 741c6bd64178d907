// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/tasks.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <variant>

namespace lockdesk {

/// Not ready: try again after a wait. Nullopt: the rule's backoff.
struct TryLater
{
    std::optional<Duration> wait;
};
/// This phase is complete.
struct MoveOn
{
    Phase to;
    std::optional<DesiredState> desired;
};
/// Unlocks the task at once, for any worker.
struct GiveBack
{
};
/// An error: counted, and retried after the rule's backoff.
struct GoneWrong
{
    std::string error;
};
/// The handler has noticed the loss of the task and has stopped; nothing is written.
struct Abandoned
{
};
using Outcome = std::variant<MoveOn, TryLater, GiveBack, GoneWrong, Abandoned>;

/// The environment of a handler. `lost`: the task's lock could not be kept; stop and return Abandoned. A late result is
/// still submitted to the store, which refuses it if another worker has claimed the task. `stop`: the worker ends; finish
/// soon or return GiveBack.
struct TaskContext
{
    const TaskRow& task;
    OwnerId owner;
    std::stop_token lost;
    std::stop_token stop;
};
using Handler = std::function<Outcome(const TaskContext&)>;

/// Maps tasks to handlers. A handler for the desired state precedes one for the phase. Fill it before the worker starts.
class HandlerRegistry
{
public:
    void on(const TaskKind& kind, const Phase& phase, Handler handler)
    {
        m_phases[{kind.str(), phase.str()}] = std::move(handler);
    }
    void on(const TaskKind& kind, DesiredState state, Handler handler)
    {
        m_states[{kind.str(), state}] = std::move(handler);
    }
    /// Sets the handler for tasks of the kind without a more specific one.
    void otherwise(const TaskKind& kind, Handler handler) { m_kinds[kind.str()] = std::move(handler); }

    [[nodiscard]] const Handler* find(const TaskRow& task) const
    {
        if (const auto at = m_states.find({task.kind, task.desired_state}); at != m_states.end())
            return &at->second;
        if (const auto at = m_phases.find({task.kind, task.phase}); at != m_phases.end())
            return &at->second;
        if (const auto at = m_kinds.find(task.kind); at != m_kinds.end())
            return &at->second;
        return nullptr;
    }

private:
    std::map<std::pair<std::string, std::string>, Handler> m_phases;
    std::map<std::pair<std::string, DesiredState>, Handler> m_states;
    std::map<std::string, Handler> m_kinds;
};

} // namespace lockdesk
