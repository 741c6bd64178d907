// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/worker_life.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/runners/cut_after_stop.h"

#include <algorithm>

namespace lockdesk {

namespace {

// Minimum time between claims during a burst of hints.
constexpr Duration hint_gap = std::chrono::milliseconds{10};
constexpr Duration longest_retry = std::chrono::seconds{2};
constexpr Duration while_full = std::chrono::hours{1};

/// Returns why a request cannot name a row; nullopt: it can.
std::optional<std::string> task_defect(const TaskRow& task)
{
    const auto id = TaskId::parse(task.id);
    if (!id)
        return id.failure().message;
    const auto phase = Phase::parse(task.phase);
    return phase ? std::nullopt : std::optional(phase.failure().message);
}

} // namespace

WorkerLife::WorkerLife(Runtime& runtime, const Access& access, const PollingWorkerOptions& options,
                       const HandlerRegistry& handlers, std::function<void(const WorkerEvent&)> sink, WorkerStats& stats)
    : m_runtime(runtime), m_access(access), m_options(options), m_handlers(handlers), m_events(std::move(sink)),
      m_stats(stats), m_session(access), m_claims(runtime, options),
      m_settler(runtime, access, options.settling,
                {[this](const auto& settlement, const auto& answer, auto store_time, auto asked_at) {
                     settled(settlement, answer, store_time, asked_at);
                 },
                 [this](const Failure& failure) { tell(WorkerEventKind::trouble, failure.message); }}),
      m_heartbeat(runtime, access, row(), stats,
                  {[this](const WorkerControl& control, auto store_time) { obey(control, store_time); }, {}}),
      m_hints(runtime, access, topics(), [this] {
          m_hinted = true;
          m_bell.ring();
      })
{
}

WorkerLife::~WorkerLife() = default;

WorkerRow WorkerLife::row() const
{
    WorkerRow out;
    out.id = m_options.owner.str();
    out.host = out.id.substr(0, out.id.find('/'));
    out.pid = process_id();
    out.role = m_options.role;
    for (const auto& source : m_options.sources) {
        out.kinds += (out.kinds.empty() ? "" : " ") + source.kind.str();
        for (std::size_t i = 0; i < source.phases.size(); ++i)
            out.kinds += (i == 0 ? " " : ",") + source.phases[i].str();
    }
    return out;
}

std::vector<HintTopic> WorkerLife::topics() const
{
    std::vector<HintTopic> out;
    for (const auto& source : m_options.sources)
        out.push_back({Entity::task, source.kind.str()});
    return out;
}

void WorkerLife::run(const std::stop_token& stop)
{
    begin();
    {
        // A running claim has a moment to end: if interrupted, its tasks would stay locked without a worker.
        const CutAfterStop cut(m_runtime, m_session, stop);
        poll(stop);
    }
    end();
}

void WorkerLife::begin()
{
    tell(WorkerEventKind::started);
    m_stats.set_state("running");
    m_settler.start();
    m_keeper.start([this](const std::stop_token& stop) { keep(stop); });
    for (std::size_t i = 0; i < std::max<std::size_t>(m_options.handlers, 1); ++i)
        m_threads.emplace_back([this] { handle_tasks(); });
    m_hints.start();
    if (m_options.heartbeat)
        m_heartbeat.start();
    m_next_look = m_hint_from = m_runtime.now();
}

// Handlers finish or give back their tasks; tasks not begun are given back here.
void WorkerLife::end()
{
    m_stats.set_state("stopping");
    m_hints.stop();
    take_doubtful();
    for (const auto& task : m_board.close())
        give_back(task);
    m_ending.request_stop();
    m_settler.flush();
    for (auto& thread : m_threads)
        thread.join();
    const auto left = m_settler.stop(m_options.stop_grace);
    m_keeper.stop();
    m_heartbeat.stop();
    tell(WorkerEventKind::stopped, left == 0 ? ""
                                             : std::to_string(left)
                                                   + " results could not be told to the store; "
                                                     "these tasks come again after their lock timeout");
}

std::int64_t WorkerLife::room() const
{
    const auto hands = std::max<std::int64_t>(m_options.batch, static_cast<std::int64_t>(m_options.handlers));
    const auto most = hands + std::max<std::int64_t>(m_options.prefetch, 0);
    const auto held = static_cast<std::int64_t>(m_board.held());
    // Refills when half is empty: batches stay full, and handlers rarely wait for the store.
    return held <= most / 2 ? most - held : 0;
}

void WorkerLife::poll(const std::stop_token& stop)
{
    while (!stop.stop_requested() && !m_stop_ordered) {
        const auto now = m_runtime.now();
        auto look_at = m_next_look;
        if (m_gave_back.exchange(false)) {
            m_more = false; // they would only be claimed again, and the hint is our own
            m_hint_from = m_next_look;
        }
        if (m_more)
            look_at = now;
        else if (m_hinted)
            look_at = std::min(look_at, m_hint_from);
        if (m_paused || room() <= 0)
            look_at = steady_after(now, while_full);
        if (now >= look_at)
            claim_round(stop);
        else
            m_runtime.wait(m_bell, stop, look_at);
    }
}

void WorkerLife::claim_round(const std::stop_token& stop)
{
    const auto start = m_runtime.now();
    m_next_look = steady_after(start, m_options.interval);
    m_hint_from = steady_after(start, hint_gap);
    m_hinted = false;
    m_more = false;
    const auto failed = [&](const Failure& failure) {
        if (stop.stop_requested())
            return;
        tell(WorkerEventKind::trouble, failure.message);
        m_next_look = steady_after(m_runtime.now(), m_runtime.jittered(std::min(m_options.interval, longest_retry)));
    };
    const auto session = m_session.get();
    if (!session)
        return failed(session.failure());
    auto& tasks = (*session)->tasks();
    const auto claims = m_claims.begin_round(tasks);
    if (!claims)
        return failed(claims.failure());
    for (std::size_t i = 0; i < *claims && !stop.stop_requested(); ++i) {
        const auto limit = std::min(room(), m_options.batch);
        if (limit <= 0) {
            m_more = true; // continues the round when there is room again
            return;
        }
        auto claimed = m_claims.claim_next(tasks, limit);
        if (!claimed)
            return failed(claimed.failure());
        if (!claimed->rows.empty()) {
            m_more = true;
            take(std::move(*claimed), claimed.store_time());
        }
    }
}

void WorkerLife::take(ClaimedTasks claimed, std::optional<TimePoint> store_time)
{
    std::vector<HeldTaskPtr> held;
    for (auto& task : claimed.rows) {
        // Written by hand: a request could not name exactly this row. It is due again after its lock timeout.
        if (const auto defect = task_defect(task)) {
            tell(WorkerEventKind::trouble,
                 "a task of kind '" + task.kind + "' is left alone: its " + *defect
                     + "; whoever wrote it there has to mend it",
                 store_time);
            continue;
        }
        const auto timeout = task.lock_timeout;
        m_stats.waited(task.locked_at - task.updated_at);
        held.push_back(std::make_shared<HeldTask>(HeldTask{std::move(task),
                                                           claimed.asked_at,
                                                           {},
                                                           lease_deadline(claimed.asked_at, timeout),
                                                           steady_after(claimed.asked_at, timeout / 3)}));
        tell(WorkerEventKind::claimed, *held.back(), {}, store_time);
    }
    if (held.empty())
        return;
    m_stats.count([&](WorkerCounters& c) { c.claims += static_cast<std::int64_t>(held.size()); });
    m_board.put(std::move(held));
    m_keep.ring();
}

// Repeats a claim whose reply was lost, once more, so that the tasks it took can be given back.
void WorkerLife::take_doubtful()
{
    if (!m_claims.doubtful())
        return;
    const auto session = m_access.open_within(m_options.stop_grace);
    if (!session)
        return;
    auto claimed = m_claims.claim_next((*session)->tasks(), 1);
    if (claimed && !claimed->rows.empty())
        take(std::move(*claimed), claimed.store_time());
}

// Checks the local deadlines, which pass whether or not the store is reachable, and submits extensions.
void WorkerLife::keep(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto due = m_board.due(m_runtime.now(), m_options.extend);
        for (const auto& task : due.lost)
            task->lost.request_stop();
        for (const auto& task : due.extend)
            m_settler.submit({task, {TaskId::trusted(task->row.id), m_options.owner, task->row.token, Extend{}}});
        m_runtime.wait(m_keep, stop, due.next);
    }
}

void WorkerLife::obey(const WorkerControl& control, std::optional<TimePoint> store_time)
{
    tell(WorkerEventKind::heartbeat, {}, store_time);
    m_slow_us = control.order == WorkerOrder::slow ? to_us(control.slow_by) : 0;
    const bool pause = control.order == WorkerOrder::pause;
    if (m_paused.exchange(pause) != pause)
        tell(pause ? WorkerEventKind::paused : WorkerEventKind::resumed, {}, store_time);
    if (!m_ending.stop_requested())
        m_stats.set_state(pause ? "paused" : control.order == WorkerOrder::slow ? "slow" : "running");
    if (control.order == WorkerOrder::stop)
        m_stop_ordered = true;
    m_bell.ring();
}

} // namespace lockdesk
