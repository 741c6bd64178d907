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

/// Not ready yet: again after a wait. None: by the rule's backoff.
struct TryLater
{
    std::optional<Duration> wait;
};
/// This phase is done.
struct MoveOn
{
    Phase to;
    std::optional<DesiredState> desired;
};
/// Back at once, for anybody.
struct GiveBack
{
};
/// An error: counted, and again after the rule's backoff.
struct GoneWrong
{
    std::string error;
};
/// The handler has noticed that the task is lost and has stopped; nothing is written.
struct Abandoned
{
};
using Outcome = std::variant<MoveOn, TryLater, GiveBack, GoneWrong, Abandoned>;

/// What a handler gets. `lost`: the task's lock could not be kept; end the work and answer Abandoned. A late result is
/// offered to the store all the same, which refuses it if somebody else has taken the task. `stop`: the worker ends; finish
/// soon or answer GiveBack.
struct TaskContext
{
    const TaskRow& task;
    OwnerId owner;
    std::stop_token lost;
    std::stop_token stop;
};
using Handler = std::function<Outcome(const TaskContext&)>;

/// Which handler is for which task. One for a task's desired state goes before one for its phase. Filled before the worker starts.
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
    /// For every task of the kind that has no handler of its own.
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
