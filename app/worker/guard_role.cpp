// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_log.h"
#include "app/worker/role_control.h"
#include "app/worker/roles.h"
#include "backends/engine/runners/guard.h"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace lockdesk::worker {

namespace {

const char* event_of(RunResult result)
{
    switch (result) {
    case RunResult::ran: return "unlocked";
    case RunResult::failed: return "failed";
    case RunResult::lost: return "lost";
    case RunResult::skipped: return "skipped";
    }
    return "";
}

// Returns the failure that ends it, or an empty result when the process ends.
std::optional<Failure> keep_running(const Work& work, const LockName& lock)
{
    const auto& o = work.options;
    RoleControl& control = work.control;
    GuardRun guard(work.runtime, work.access, {lock, o.guard, o.at_most, o.at_least, o.wait, o.name});
    const Job job = [&](const JobContext& context) {
        if (control.paused()) // the lock was acquired after the order to pause
            return 0;
        control.tell({"claimed", lock.str(), {}, {}, context.token, {}, {}, {}});
        control.stats().count([](WorkerCounters& c) { ++c.claims; });
        control.stats().begin(lock.str());
        const int status = run_job(work, context);
        control.stats().end(lock.str());
        return status;
    };
    app::GuardLog log(work.access);
    auto schedule = o.schedule;
    const auto pause = [&] {
        return schedule ? schedule->wait_for_tick(work.runtime, control.ending())
                        : work.runtime.sleep(control.ending(), work.runtime.jittered(o.interval));
    };
    for (bool goes_on = !schedule || pause(); goes_on; goes_on = pause()) {
        if (control.paused())
            continue;
        const auto report = guard.run(job, control.ending());
        if (!report && report.failure().kind == FailureKind::unsupported)
            return report.failure();
        if (!report) {
            if (!control.ending().stop_requested())
                work.events.trouble(report.failure().message);
            continue;
        }
        control.stats().count([&](WorkerCounters& c) {
            c.done += report->result == RunResult::ran ? 1 : 0;
            c.failed += report->result == RunResult::failed ? 1 : 0;
            c.refused += report->result == RunResult::lost ? 1 : 0;
        });
        log.note(lock, *report);
        control.tell({event_of(report->result), lock.str(), {}, {}, report->token, report->ended_at, {}, report->why});
    }
    return std::nullopt;
}

} // namespace

int work_on_guarded_jobs(const Work& work)
{
    std::atomic<int> status = 0;
    std::vector<std::jthread> threads;
    for (const auto& lock : work.options.locks)
        threads.emplace_back([&] {
            const auto failure = keep_running(work, lock);
            if (!failure || status.exchange(exit_status(failure->kind)) != 0)
                return;
            (void)give_up(*failure); // once, whatever the number of locks
            work.control.end();
        });
    threads.clear();
    return status;
}

} // namespace lockdesk::worker
