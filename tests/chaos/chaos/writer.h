// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/contracts/store.h"
#include "tests/chaos/chaos/history.h"
#include "tests/chaos/chaos/work.h"
#include "tests/chaos/simulator/basics.h"

#include <atomic>
#include <optional>

namespace lockdesk::chaos {

/// Starts at construction and ends when it is recorded.
struct Span
{
    std::int64_t begin = steady_ns();
};

/// Shared by all threads of a process.
struct Ledger
{
    explicit Ledger(const WorkerPlan& plan) : history(plan.history) {}
    HistoryWriter history;
    std::atomic<std::int64_t> done = 0; ///< answered fenced writes
};

const char* kind_word(FailureKind kind);

/// Writes to the protected resources, and dies or freezes at the worst places. One thread at a time.
class Writer
{
public:
    Writer(const WorkerPlan& plan, Ledger& ledger, std::uint64_t seed, OwnerId owner);

    void tell(Event::What what, Event::Result result, const std::string& subject, std::int64_t token = 0, Span span = {},
              std::string detail = {})
    {
        m_ledger.history.write({what, result, subject, token, m_owner.str(), span.begin, steady_ns(), std::move(detail)});
    }

    /// Returns true if there is a result. Otherwise records the failure and pauses; throws after half a minute.
    template <class T> bool fine(const char* verb, const Answer<T>& answer)
    {
        if (!answer)
            return failed(verb, answer.failure());
        m_failing_since.reset();
        return true;
    }

    /// The worst place for a fault: between check and action.
    void danger();
    void rest(Duration d) { (void)m_runtime.sleep({}, d); }

    /// The write itself: the fence is the resource. Unfenced writes always succeed.
    bool write(const std::string& subject, FencingToken token);
    /// Several writes in a long run.
    bool write_some(const std::string& subject, FencingToken token);
    /// Increments the counter that was read before. Unfenced: overwrites its current value.
    bool raise_counter(const std::string& subject, const Record& before, FencingToken token);
    [[nodiscard]] bool done() const { return m_ledger.done >= m_plan.operations; }

protected:
    bool failed(const char* verb, const Failure& failure);

    const WorkerPlan& m_plan;
    Ledger& m_ledger;
    SystemRuntime m_runtime;
    simulator::Random m_random;
    OwnerId m_owner; ///< owner recorded in the history
    Session* m_session = nullptr;
    std::optional<SteadyPoint> m_failing_since;
};

} // namespace lockdesk::chaos
