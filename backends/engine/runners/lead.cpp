// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/lead.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/heartbeat.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"

#include <unistd.h>

namespace lockdesk {

namespace {

constexpr Duration after_an_error = std::chrono::seconds{1};
constexpr Duration poll = std::chrono::seconds{1};

} // namespace

const char* word(LeaderEventKind kind)
{
    switch (kind) {
    case LeaderEventKind::elected: return "elected";
    case LeaderEventKind::renewed: return "renewed";
    case LeaderEventKind::ran: return "ran";
    case LeaderEventKind::lost: return "lost";
    case LeaderEventKind::resigned: return "resigned";
    case LeaderEventKind::trouble: return "trouble";
    }
    return "";
}

// From one candidacy to its end.
struct Lead::Term
{
    OwnerId owner;
    std::optional<FencingToken> token{};
    SteadyPoint asked_at{};
    std::stop_source lost{};
    std::stop_source over{}; ///< stopped, lost or ordered to stop: no further run
    std::atomic<bool> paused = false;
    Bell bell{}; ///< rings when `paused` changes
    WorkerStats stats{};
};

Lead::Lead(Runtime& runtime, Access access, LeadOptions options, Handler handler)
    : m_runtime(runtime), m_access(std::move(access)), m_options(std::move(options)), m_handler(std::move(handler))
{
}

Answer<Done> Lead::run(const Job& job, const std::stop_token& stop)
{
    if (auto defect = check_lease(m_options.lease))
        return *defect;
    m_runs = 0;
    m_ordered_out = false;
    while (!stop.stop_requested() && !finished()) {
        Term term{make_owner(m_runtime, m_options.host)};
        const std::stop_callback end(stop, [&] { term.over.request_stop(); });
        auto opened = m_access.until(stop).open();
        const auto elected = opened ? campaign(term, **opened, stop) : Answer<bool>(opened.failure());
        if (elected && *elected) {
            serve(term, job, stop);
            resign(term, **opened, stop);
        } else if (!elected) {
            if (stop.stop_requested())
                break;
            if (!worth_retrying(elected.failure()))
                return elected.failure();
            tell(term, {.kind = LeaderEventKind::trouble, .why = elected.failure().message});
            (void)m_runtime.sleep(stop, after_an_error);
        }
    }
    return Done{};
}

Answer<bool> Lead::campaign(Term& term, Session& session, const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, session, stop);
    const auto waited = WaitingAcquire(m_runtime, m_access.until(stop), session)
                            .acquire(m_options.name, term.owner, m_options.lease, {no_end, poll, {}}, stop);
    const auto& answer = waited.answer;
    if (!answer)
        return stop.stop_requested() ? Answer<bool>(false) : Answer<bool>(answer.failure());
    if (answer->result != AcquireResult::acquired)
        return {false, answer.store_time()};
    term.token = answer->token;
    term.asked_at = waited.asked_at;
    tell(term, {.kind = LeaderEventKind::elected, .expires_at = answer->expires_at, .store_time = answer.store_time()});
    return {true, answer.store_time()};
}

void Lead::serve(Term& term, const Job& job, const std::stop_token& stop)
{
    const HeldLease held{m_options.name, term.owner, term.token.value_or(FencingToken{}), m_options.lease, term.asked_at};
    Watchdog watchdog(m_runtime, m_access, held,
                      {[&](const LeaseAnswer& answer, std::optional<TimePoint> at) {
                           tell(term, {.kind = LeaderEventKind::renewed, .expires_at = answer.expires_at, .store_time = at});
                       },
                       {},
                       [&](LostBy, const std::string& why) {
                           tell(term, {.kind = LeaderEventKind::lost, .why = why});
                           term.lost.request_stop();
                           term.over.request_stop();
                       }});
    const WorkerRow row{.id = term.owner.str(),
                        .host = term.owner.str().substr(0, term.owner.str().find('/')),
                        .pid = ::getpid(),
                        .role = "leader",
                        .kinds = m_options.name.str()};
    Heartbeat heartbeat(m_runtime, m_access, row, term.stats,
                        {[&](const WorkerControl& control, std::optional<TimePoint>) {
                             term.paused = control.order == WorkerOrder::pause;
                             term.stats.set_state(term.paused ? "paused" : "running");
                             if (control.order == WorkerOrder::stop) {
                                 m_ordered_out = true;
                                 term.over.request_stop();
                             }
                             term.bell.ring();
                         },
                         {}});
    watchdog.start();
    if (m_options.heartbeat)
        heartbeat.start();
    const JobContext context{m_options.name,        term.owner, term.token,
                             term.lost.get_token(), stop,       [&] { return m_runtime.now() < watchdog.deadline(); }};
    const auto over = term.over.get_token();
    while (!over.stop_requested() && !finished()) {
        const auto paused = [&] { return term.paused || (m_options.paused && m_options.paused()); };
        while (paused() && m_runtime.wait(term.bell, over, steady_after(m_runtime.now(), poll)) != Woken::stopped)
            continue;
        if (over.stop_requested())
            break;
        term.stats.begin(m_options.name.str());
        const int status = job(context);
        term.stats.end(m_options.name.str());
        term.stats.count([&](WorkerCounters& counters) { ++(status == 0 ? counters.done : counters.failed); });
        ++m_runs;
        tell(term, {.kind = LeaderEventKind::ran, .run = m_runs, .status = status});
        if (!finished())
            (void)m_runtime.sleep(over, m_options.interval);
    }
    heartbeat.stop();
    watchdog.stop();
}

// Releases a lost lease too: if the store still has it as ours, the next leader need not wait for its end.
void Lead::resign(Term& term, Session& session, const std::stop_token& stop)
{
    const bool lost = term.lost.stop_requested();
    const CutAfterStop cut(m_runtime, session, stop);
    const auto answer =
        session.locks().release(m_options.name, term.owner, term.token.value_or(FencingToken{}), Duration{0});
    if (lost)
        return;
    if (answer && answer->result == LeaseResult::released)
        tell(term, {.kind = LeaderEventKind::resigned,
                    .why = stop.stop_requested() ? "stopped"
                           : m_ordered_out       ? "ordered to stop"
                                                 : "all runs are done",
                    .store_time = answer.store_time()});
    else
        tell(term, {.kind = LeaderEventKind::lost,
                    .why = answer ? std::string("the store says: ") + word(answer->result) : answer.failure().message,
                    .store_time = answer.store_time()});
}

void Lead::tell(const Term& term, LeaderEvent event)
{
    event.owner = term.owner.str();
    event.token = term.token;
    const std::lock_guard lock(m_telling);
    if (m_handler)
        m_handler(event);
}

} // namespace lockdesk
