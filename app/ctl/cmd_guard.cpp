// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/job_command.h"
#include "app/ctl/schedule_args.h"
#include "app/ctl/stopping.h"
#include "backends/engine/runners/guard.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

void print(Context& context, const LockName& name, std::int64_t number, const RunReport& report, bool scheduled)
{
    Json line = Output::line("run", report.ended_at ? report.ended_at : report.started_at);
    line["run"] = number;
    line["result"] = word(report.result);
    line["owner"] = report.owner.str();
    line["token"] = report.token ? Json(report.token->number()) : Json();
    line["started_us"] = us_or_null(report.started_at);
    line["ended_us"] = us_or_null(report.ended_at);
    line["status"] = report.status ? Json(*report.status) : Json();
    line["why"] = text_or_null(report.why);
    std::string human;
    if (report.result == RunResult::skipped || report.result == RunResult::lost)
        human = name.str() + ": " + word(report.result) + ", " + report.why;
    else if (scheduled)
        human = name.str() + ": run " + std::to_string(number) + " " + word(report.result) + ", exit status "
                + std::to_string(report.status.value_or(0));
    context.out().emit(line, human);
}

int exit_of_run(const RunReport& report)
{
    switch (report.result) {
    case RunResult::skipped: return exit_no;
    case RunResult::lost: return exit_refused;
    case RunResult::ran:
    case RunResult::failed: return report.status.value_or(exit_internal);
    }
    return exit_internal;
}

int run_scheduled(Context& context, const GuardOptions& options, Schedule schedule, const Job& job, std::int64_t count)
{
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    const StopOnSignal stop(context.signals());
    for (std::int64_t tick = 1; count == 0 || tick <= count; ++tick) {
        if (!schedule.wait_for_tick(context.runtime(), stop.token()))
            break;
        const auto report = guard.run(job, stop.token());
        if (report)
            print(context, options.name, tick, *report, true);
        else if (stop.token().stop_requested())
            break;
        else if (!worth_retrying(report.failure()))
            throw CommandFailed{report.failure(), report.store_time()};
        else
            context.out().fail(report.failure(), report.store_time()); // this tick; the next one may reach the store
    }
    return exit_done;
}

int run_guarded(Context& context, const Args& args)
{
    GuardOptions options{.name = args.name<LockName>("NAME"), .kind = or_fail(parse_guard_kind(args.text("--guard")))};
    options.at_most = args.lease("--at-most");
    options.at_least = args.duration("--at-least");
    options.wait = args.duration("--wait");
    auto schedule = schedule_of(args);
    if (!schedule && args.has("--count"))
        fail_usage("--count needs a schedule: --cron, --fixed-delay or --fixed-rate");
    const auto count = args.whole("--count", 1, 0);
    const auto command = args.rest();
    if (command.empty())
        fail_usage("what shall run? Give a command after --");
    const Job job = [&](const JobContext& job_context) { return run_command(context, command, job_context); };
    if (schedule)
        return run_scheduled(context, options, std::move(*schedule), job, count);
    const StopOnSignal stop(context.signals());
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    const auto report = guard.run(job, stop.token());
    if (!report)
        throw CommandFailed{report.failure(), report.store_time()};
    print(context, options.name, 1, *report, false);
    return exit_of_run(*report);
}

} // namespace

void add_guard_commands(CommandTree& tree)
{
    tree.describe("guard", "Jobs that run once in the cluster");
    auto& run = tree.add("guard run", "Run a command under a guard: once, or by a schedule.", run_guarded)
                    .positional("NAME", "the lock")
                    .required("--guard", "KIND", "how it is kept to one instance")
                    .words({"none", "named", "skip-locked", "fixed", "watchdog", "redlock"});
    add_schedule_options(run, "");
    run.option("--count", "N", "end after so many ticks, skipped ones included")
        .option("--at-most", "D", "lease of fixed, watchdog and redlock (30s)")
        .option("--at-least", "D", "keep it from others until so long after the start")
        .option("--wait", "D", "wait so long for the guard (0)")
        .runs_command("the command; it sees LOCKDESK_LOCK, LOCKDESK_TOKEN and LOCKDESK_OWNER")
        .text("none: no guard. named: a session lock, gone with the connection. skip-locked: the same by a locked row. "
              "fixed: a lease that is not renewed. watchdog: a lease renewed every third of it while the command runs. "
              "redlock: a lease on most of the servers of a redlock:// store, not renewed.")
        .text("When the lease is lost the command gets SIGTERM, and SIGKILL 5 s later. Without a schedule the exit status "
              "is the command's; 3 when it was skipped, 4 when the lease was lost. With a schedule it is 0.")
        .text("Killed itself, by whatever, it takes the command along: SIGTERM to it and to all that it has started, and "
              "SIGKILL a second later.")
        .example("lockdeskctl guard run nightly --guard watchdog -- ./report.sh", "flock(1) for a cluster")
        .example("lockdeskctl guard run mails --guard fixed --cron '0 */5 * * * *' --at-least 10s -- ./send-mails");
}

} // namespace lockdesk::ctl
