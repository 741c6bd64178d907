// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/storable.h"
#include "backends/engine/runners/worker_life.h"

#include <exception>

namespace lockdesk {

namespace {

template <class... Cases> struct Overloaded : Cases...
{
    using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace

void WorkerLife::handle_tasks()
{
    while (const auto task = m_board.take())
        handle(task);
}

void WorkerLife::handle(const HeldTaskPtr& task)
{
    if (m_ending.stop_requested())
        return conclude(task, GiveBack{});
    if (task->lost.stop_requested())
        return conclude(task, Abandoned{});
    m_stats.begin(task->row.id, task->row.locked_at, task_due_at(task->row));
    auto outcome = call_handler(task);
    m_stats.end(task->row.id);
    conclude(task, std::move(outcome));
}

Outcome WorkerLife::call_handler(const HeldTaskPtr& task)
{
    const auto* handler = m_handlers.find(task->row);
    if (handler == nullptr)
        return GoneWrong{"this worker has no handler for phase '" + task->row.phase + "'"};
    if (const auto slow = m_slow_us.load(); slow > 0 && !m_runtime.sleep(m_ending.get_token(), Duration{slow}))
        return GiveBack{};
    try {
        return (*handler)({task->row, m_options.owner, task->lost.get_token(), m_ending.get_token()});
    } catch (const std::exception& error) {
        return GoneWrong{error.what()};
    }
}

void WorkerLife::conclude(const HeldTaskPtr& task, Outcome outcome)
{
    m_stats.held(std::chrono::duration_cast<Duration>(m_runtime.now() - task->claimed_at));
    if (std::holds_alternative<Abandoned>(outcome)) {
        tell(WorkerEventKind::lost, *task, "the lock could not be kept");
        m_board.finish(task);
        m_bell.ring();
        return;
    }
    TaskStep step{TaskId::trusted(task->row.id), m_options.owner, task->row.token, Unlock{}};
    std::visit(Overloaded{[&](const MoveOn& to) {
                              step.what = Advance{Phase::trusted(task->row.phase), to.to, to.desired};
                          },
                          [&](const TryLater& later) {
                              if (later.wait)
                                  step.what = Relock{*later.wait};
                              else
                                  step.what = RelockByBackoff{{}, m_runtime.fraction()};
                          },
                          [&](const GoneWrong& wrong) {
                              step.what = Fail{storable(wrong.error), m_runtime.fraction()};
                          },
                          [&](const GiveBack&) { m_gave_back = true; }, [](const Abandoned&) {}},
               outcome);
    // A late result still counts if the task was not claimed since: so our own next claim must not take it.
    const bool late = m_board.overdue(task, m_runtime.now());
    if (!late)
        m_board.finish(task);
    m_settler.submit({task, std::move(step)});
    if (late || m_board.held() == 0)
        m_settler.flush();
    m_bell.ring();
}

void WorkerLife::give_back(const HeldTaskPtr& task)
{
    m_settler.submit({task, {TaskId::trusted(task->row.id), m_options.owner, task->row.token, Unlock{}}});
}

void WorkerLife::settled(const Settlement& settlement, const StepAnswer& answer, std::optional<TimePoint> store_time,
                         SteadyPoint asked_at)
{
    const auto& task = settlement.task;
    const bool done = answer.result == StepResult::done;
    if (std::holds_alternative<Extend>(settlement.step.what)) {
        if (done)
            m_board.extended(task, asked_at);
        else
            task->lost.request_stop();
        m_keep.ring();
        return;
    }
    if (m_board.finish(task))
        m_bell.ring();
    if (!done) {
        m_stats.count([](WorkerCounters& c) { ++c.refused; });
        return tell(WorkerEventKind::refused, *task, word(answer.result), store_time);
    }
    const auto finish = [&](WorkerEventKind kind, std::int64_t WorkerCounters::*counter, std::string text = {},
                            std::string to = {}) {
        if (counter != nullptr)
            m_stats.count([&](WorkerCounters& c) { ++(c.*counter); });
        tell(kind, *task, std::move(text), store_time, std::move(to));
    };
    const auto wait = answer.wait ? "again in " + duration_text(*answer.wait) : std::string();
    std::visit(
        Overloaded{[&](const Advance& a) { finish(WorkerEventKind::advanced, &WorkerCounters::done, {}, a.to.str()); },
                   [&](const Unlock&) { finish(WorkerEventKind::unlocked, nullptr); },
                   [&](const Relock&) { finish(WorkerEventKind::relocked, &WorkerCounters::relocked, wait); },
                   [&](const RelockByBackoff&) { finish(WorkerEventKind::relocked, &WorkerCounters::relocked, wait); },
                   [&](const Fail& f) { finish(WorkerEventKind::failed, &WorkerCounters::failed, f.error); },
                   [](const Extend&) {}},
        settlement.step.what);
}

void WorkerLife::tell(WorkerEventKind kind, std::string text, std::optional<TimePoint> store_time)
{
    m_events.tell({kind, {}, {}, {}, {}, store_time, m_runtime.now(), std::move(text)});
}

void WorkerLife::tell(WorkerEventKind kind, const HeldTask& task, std::string text, std::optional<TimePoint> store_time,
                      std::string to)
{
    m_events.tell(
        {kind, task.row.id, task.row.phase, std::move(to), task.row.token, store_time, m_runtime.now(), std::move(text)});
}

} // namespace lockdesk
