// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/guard.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/startstop.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"

#include <algorithm>
#include <array>

namespace lockdesk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array<std::pair<std::string_view, GuardKind>, 7> kinds{{{"none", GuardKind::none},
                                                                       {"named", GuardKind::named},
                                                                       {"skip-locked", GuardKind::skip_locked},
                                                                       {"skip-locked-rows", GuardKind::skip_locked_rows},
                                                                       {"fixed", GuardKind::fixed},
                                                                       {"watchdog", GuardKind::watchdog},
                                                                       {"redlock", GuardKind::redlock}}};
constexpr Duration beat = seconds{1};
constexpr Duration session_poll = milliseconds{200};
// A session lock survives a pause of the store; but a silence need not be a pause.
constexpr int silent_beats = 3;

} // namespace

const char* word(GuardKind kind)
{
    for (const auto& [text, value] : kinds)
        if (value == kind)
            return text.data();
    return "";
}

Answer<GuardKind> parse_guard_kind(std::string_view text)
{
    for (const auto& [known, value] : kinds)
        if (known == text)
            return value;
    return Failure::usage("Unknown guard '" + std::string(text)
                          + "'. Use one of: none, named, skip-locked, skip-locked-rows, fixed, watchdog, redlock.");
}

const char* word(RunResult result)
{
    switch (result) {
    case RunResult::ran: return "ran";
    case RunResult::skipped: return "skipped";
    case RunResult::lost: return "lost";
    case RunResult::failed: return "failed";
    }
    return "";
}

// One run from its first call to its end.
struct GuardRun::Run
{
    const Job& job;
    std::stop_token stop;
    RunReport report;
    std::stop_source lost;
    std::mutex mutex; ///< guards `why`, which the thread that notices the loss writes
    std::string why;
    std::function<bool()> in_time{};

    void lose(const std::string& reason)
    {
        {
            const std::lock_guard lock(mutex);
            if (why.empty())
                why = reason;
        }
        lost.request_stop();
    }
};

GuardRun::GuardRun(Runtime& runtime, Access access, GuardOptions options)
    : m_runtime(runtime), m_access(std::move(access)), m_options(std::move(options))
{
}

Answer<RunReport> GuardRun::run(const Job& job, const std::stop_token& stop)
{
    Run run{job, stop, {RunResult::skipped, make_owner(m_runtime, m_options.host), {}, {}, {}, {}, {}}, {}, {}, {}};
    switch (m_options.kind) {
    case GuardKind::none: return run_unguarded(run);
    case GuardKind::named:
    case GuardKind::skip_locked: return run_in_session(run);
    case GuardKind::skip_locked_rows:
        return Failure::unsupported("guard skip-locked-rows holds the rows of an outbox: for 'outbox relay' only");
    case GuardKind::fixed:
    case GuardKind::watchdog:
    case GuardKind::redlock: return run_leased(run);
    }
    return Failure::usage("no such guard");
}

void GuardRun::work(Run& run)
{
    const JobContext context{m_options.name,       run.report.owner, run.report.token,
                             run.lost.get_token(), run.stop,         run.in_time};
    run.report.status = run.job(context);
    run.report.result = *run.report.status == 0 ? RunResult::ran : RunResult::failed;
}

Answer<RunReport> GuardRun::run_unguarded(Run& run)
{
    const auto session = m_access.until(run.stop).open(); // for its clock only
    const auto store_now = [&]() -> std::optional<TimePoint> {
        if (!session)
            return std::nullopt;
        const CutAfterStop cut(m_runtime, **session, run.stop);
        const auto clock = (*session)->admin().clock(1);
        return clock ? std::optional(clock->store) : std::nullopt;
    };
    run.report.started_at = store_now();
    work(run);
    run.report.ended_at = store_now();
    return run.report;
}

Waited GuardRun::acquire(Run& run, Session& session)
{
    const CutAfterStop cut(m_runtime, session, run.stop);
    return WaitingAcquire(m_runtime, m_access.until(run.stop), session)
        .acquire(m_options.name, run.report.owner, m_options.at_most, {m_options.wait, seconds{1}, {}}, run.stop);
}

Answer<RunReport> GuardRun::run_leased(Run& run)
{
    auto opened = m_access.until(run.stop).open();
    if (!opened)
        return opened.failure();
    auto& session = **opened;
    if (m_options.kind == GuardKind::redlock && session.capabilities().source != word(GuardKind::redlock))
        return Failure::unsupported("guard redlock needs several servers: give a store URL such as "
                                    "redlock://h1:6379,h2:6379,h3:6379 (of a relay: as its guard's store)");
    const auto& owner = run.report.owner;
    const auto waited = acquire(run, session);
    if (!waited.answer)
        return waited.answer.failure();
    const auto& got = *waited.answer;
    run.report.started_at = waited.answer.store_time();
    if (got.result != AcquireResult::acquired) {
        run.report.why = word(got.result);
        run.report.held_by = got.holder ? got.holder->owner : std::string();
        run.report.ended_at = run.report.started_at;
        return {run.report, waited.answer.store_time()};
    }
    run.report.token = got.token;
    run.report.started_at = got.acquired_at;
    const HeldLease held{m_options.name, owner, got.token.value_or(FencingToken{}), m_options.at_most, waited.asked_at};
    Watchdog watchdog(m_runtime, m_access, held, {{}, {}, [&](LostBy, const std::string& why) { run.lose(why); }});
    StartStop alarm;
    run.in_time = [&] {
        const bool renewed = m_options.kind == GuardKind::watchdog;
        return m_runtime.now() < (renewed ? watchdog.deadline() : lease_deadline(held.asked_at, held.lease));
    };
    if (m_options.kind == GuardKind::watchdog)
        watchdog.start();
    else
        alarm.start([&](const std::stop_token& stop) {
            Bell nobody;
            if (m_runtime.wait(nobody, stop, lease_deadline(held.asked_at, held.lease)) == Woken::time)
                run.lose("at-most is over");
        });
    work(run);
    alarm.stop();
    watchdog.stop();
    release(run, session);
    return {run.report, run.report.ended_at};
}

// The store decides at the latest now whether the lease was kept.
void GuardRun::release(Run& run, Session& session)
{
    const CutAfterStop cut(m_runtime, session, run.stop);
    const auto token = run.report.token.value_or(FencingToken{});
    RetryDelay pause(m_runtime);
    auto answer = session.locks().release(m_options.name, run.report.owner, token, m_options.at_least);
    // What keeps others away for at-least is written here. A repeated release that was done the first time is refused as not the owner's.
    bool in_doubt = false;
    while (!answer && worth_retrying(answer.failure()) && run.in_time() && m_runtime.sleep(run.stop, pause.next())) {
        in_doubt = in_doubt || answer.failure().kind == FailureKind::in_doubt;
        answer = session.locks().release(m_options.name, run.report.owner, token, m_options.at_least);
    }
    run.report.ended_at = answer.store_time();
    if (!answer) {
        run.report.why = "the lock was not released, so it ends with its lease"
                         + std::string(m_options.at_least > Duration{0} ? " and is not kept longer" : "") + ": "
                         + answer.failure().message;
    }
    if (answer && in_doubt && answer->result == LeaseResult::not_owner)
        return; // done before its answer was lost
    if (answer && answer->result != LeaseResult::released && answer->result != LeaseResult::cooling
        && answer->result != LeaseResult::still_held)
        run.lose(std::string("the store says: ") + word(answer->result));
    if (run.lost.stop_requested()) {
        run.report.result = RunResult::lost;
        run.report.why = run.why;
    }
}

Answer<bool> GuardRun::wait_for_session_lock(Run& run, Session& session)
{
    const auto kind = m_options.kind == GuardKind::named ? SessionLockKind::named : SessionLockKind::skip_locked;
    const CutAfterStop cut(m_runtime, session, run.stop);
    const auto until = steady_after(m_runtime.now(), m_options.wait);
    while (true) {
        auto taken = session.session_locks().try_lock(m_options.name, kind, run.report.owner);
        const auto now = m_runtime.now();
        if (!taken || *taken || now >= until)
            return taken;
        const auto left = std::chrono::duration_cast<Duration>(until - now);
        if (!m_runtime.sleep(run.stop, std::min(m_runtime.jittered(session_poll), left)))
            return taken;
    }
}

Answer<RunReport> GuardRun::run_in_session(Run& run)
{
    auto opened = m_access.until(run.stop).open();
    if (!opened)
        return opened.failure();
    auto& session = **opened;
    const auto kind = m_options.kind == GuardKind::named ? SessionLockKind::named : SessionLockKind::skip_locked;
    const auto taken = wait_for_session_lock(run, session);
    if (!taken)
        return taken.failure();
    run.report.started_at = taken.store_time();
    if (!*taken) {
        run.report.why = "busy";
        run.report.ended_at = taken.store_time();
        return {run.report, taken.store_time()};
    }
    StartStop keeper;
    keeper.start([&](const std::stop_token& stop) {
        for (int silent = 0; m_runtime.sleep(stop, beat);) {
            const auto mine = session.session_locks().still_mine(m_options.name, kind);
            silent = mine ? 0 : silent + 1;
            if (mine && !*mine)
                return run.lose("the session that held it is gone");
            if (!mine && (mine.failure().connection_lost || silent >= silent_beats))
                return run.lose(mine.failure().message);
        }
    });
    work(run);
    const CutAfterStop cut(m_runtime, session, run.stop);
    keeper.stop();
    const auto freed = session.session_locks().unlock(m_options.name, kind);
    run.report.ended_at = freed.store_time();
    if (freed && !*freed)
        run.lose("the session that held it is gone");
    if (run.lost.stop_requested()) {
        run.report.result = RunResult::lost;
        run.report.why = run.why;
    }
    return {run.report, run.report.ended_at};
}

} // namespace lockdesk
