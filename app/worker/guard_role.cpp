// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/role_control.h"
#include "backends/engine/guard.h"
#include "backends/process/process.h"

#include <thread>

namespace lockdesk::worker {

namespace {

constexpr Duration job_kill_grace = std::chrono::seconds{2};
constexpr int terminated = 143;

// The job itself: a command, or as much time as --work says.
int run_job(const Work& work, const JobContext& context)
{
    std::stop_source either;
    const std::stop_callback lost(context.lost, [&] { either.request_stop(); });
    const std::stop_callback stopped(context.stop, [&] { either.request_stop(); });
    if (work.options.exec.empty())
        return work.runtime.sleep(either.get_token(), work.options.work) ? 0 : terminated;
    auto process = Process::spawn(
        work.runtime, {.arguments = shell_command(work.options.exec),
                       .environment = {{"LOCKDESK_LOCK", context.lock.str()},
                                       {"LOCKDESK_OWNER", context.owner.str()},
                                       {"LOCKDESK_TOKEN", context.token ? std::to_string(context.token->number()) : ""}},
                       .output_to_error = work.options.json,
                       .own_group = true});
    if (!process) {
        work.events.trouble(process.failure().message);
        return 127;
    }
    return (*process)->wait({either.get_token(), SteadyPoint::max(), job_kill_grace}).status;
}

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

void keep_running(const Work& work, RoleControl& control, const LockName& lock)
{
    const auto& o = work.options;
    GuardRun guard(work.runtime, work.access, {lock, o.guard, o.at_most, o.at_least, o.wait, o.name});
    const Job job = [&](const JobContext& context) {
        control.tell({"claimed", lock.str(), {}, {}, context.token, {}, {}, {}});
        control.stats().count([](WorkerCounters& c) { ++c.claims; });
        control.stats().set_doing(lock.str());
        const int status = run_job(work, context);
        control.stats().set_doing({});
        return status;
    };
    auto schedule = o.schedule;
    const auto pause = [&] {
        return schedule ? schedule->wait_for_tick(work.runtime, control.ending())
                        : work.runtime.sleep(control.ending(), work.runtime.jittered(o.interval));
    };
    for (bool goes_on = !schedule || pause(); goes_on; goes_on = pause()) {
        if (control.paused())
            continue;
        const auto report = guard.run(job, control.ending());
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
        control.tell({event_of(report->result), lock.str(), {}, {}, report->token, report->ended_at, {}, report->why});
    }
}

} // namespace

int work_on_guarded_jobs(const Work& work, const std::stop_token& stop)
{
    std::string names;
    for (const auto& lock : work.options.locks)
        names += (names.empty() ? "" : " ") + lock.str();
    RoleControl control(work, "guard", names, stop);
    std::vector<std::jthread> threads;
    for (const auto& lock : work.options.locks)
        threads.emplace_back([&] { keep_running(work, control, lock); });
    threads.clear();
    return 0;
}

} // namespace lockdesk::worker
