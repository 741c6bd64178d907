// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_log.h"
#include "app/ctl/command.h"
#include "app/ctl/job_command.h"
#include "app/ctl/schedule_args.h"
#include "app/ctl/stopping.h"
#include "backends/engine/runners/guard.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

/// Maps a run outside of a schedule to the exit status.
struct ExitRules
{
    bool skipped_is_done = false;
    std::int64_t job_from = 0; ///< the job's own statuses begin here; 0: unchanged
};

// Cron mails each printed line, so an expected result prints none.
void print(Context& context, const LockName& name, std::int64_t number, const RunReport& report, bool scheduled,
           bool tells_skipped = true)
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
    if (report.result == RunResult::skipped && !tells_skipped)
        human.clear();
    else if (report.result == RunResult::skipped || report.result == RunResult::lost)
        human = name.str() + ": " + word(report.result) + ", " + report.why;
    else if (!report.why.empty())
        context.out().note(name.str() + ": " + report.why);
    else if (scheduled)
        human = name.str() + ": run " + std::to_string(number) + " " + word(report.result) + ", exit status "
                + std::to_string(report.status.value_or(0));
    context.out().emit(line, human);
}

int exit_of_run(const RunReport& report, const ExitRules& rules)
{
    constexpr std::int64_t largest = 255;
    switch (report.result) {
    case RunResult::skipped: return rules.skipped_is_done ? exit_done : exit_no;
    case RunResult::lost: return exit_refused;
    case RunResult::ran: return exit_done;
    case RunResult::failed:
        return static_cast<int>(std::min(largest, rules.job_from + report.status.value_or(exit_internal)));
    }
    return exit_internal;
}

int run_scheduled(Context& context, const GuardOptions& options, Schedule schedule, const Job& job, std::int64_t count)
{
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    app::GuardLog log({&context.store(), context.session_options()});
    const StopOnSignal stop(context.signals());
    for (std::int64_t tick = 1; count == 0 || tick <= count; ++tick) {
        if (!schedule.wait_for_tick(context.runtime(), stop.token()))
            break;
        const auto report = guard.run(job, stop.token());
        if (report) {
            print(context, options.name, tick, *report, true);
            log.note(options.name, *report);
        } else if (stop.token().stop_requested()) {
            break;
        } else if (!worth_retrying(report.failure())) {
            throw CommandFailed{report.failure(), report.store_time()};
        } else {
            context.out().fail(report.failure(), report.store_time()); // for this tick; the next one may reach the store
        }
    }
    return exit_done;
}

ExitRules exit_rules(const Args& args, bool scheduled)
{
    // Statuses below it are lockdeskctl's; it and those above are the job's.
    constexpr std::int64_t least_from = 9, most_from = 127;
    for (const char* option : {"--skip-ok", "--status-from"})
        if (args.has(option) && scheduled)
            fail_usage(std::string(option) + " cannot be combined with a schedule, whose exit status is 0");
    const ExitRules rules{args.has("--skip-ok"), args.whole("--status-from", least_from, 0)};
    if (rules.job_from > most_from)
        fail_usage("--status-from must be at most " + std::to_string(most_from));
    return rules;
}

GuardKind guard_kind(const Args& args)
{
    return args.has("--guard") ? or_fail(app::job_guard_kind(args.text("--guard"))) : GuardKind::watchdog;
}

int run_guarded(Context& context, const Args& args)
{
    const auto options = or_fail(app::bounded(
        {.name = args.name<LockName>("NAME"), .kind = guard_kind(args)}, guard_bounds(args)));
    auto schedule = schedule_of(args);
    if (!schedule && args.has("--count"))
        fail_usage("--count needs a schedule: --cron, --fixed-delay or --fixed-rate");
    const auto rules = exit_rules(args, schedule.has_value());
    if (options.kind == GuardKind::none && rules.skipped_is_done)
        fail_usage("--skip-ok does not apply to guard none: under it no run is skipped");
    const auto count = args.whole("--count", 1, 0);
    const auto command = args.rest();
    if (command.empty())
        fail_usage("a command is missing; it follows --");
    const Job job = [&](const JobContext& job_context) { return run_command(context, command, job_context); };
    if (schedule)
        return run_scheduled(context, options, std::move(*schedule), job, count);
    const StopOnSignal stop(context.signals());
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    const auto report = guard.run(job, stop.token());
    if (!report)
        throw CommandFailed{report.failure(), report.store_time()};
    // A wait that was stopped does not know whether somebody ran it.
    const bool stopped = stop.token().stop_requested();
    const bool skip_is_done = rules.skipped_is_done && !stopped;
    print(context, options.name, 1, *report, false, !skip_is_done);
    app::GuardLog({&context.store(), context.session_options()}).note(options.name, *report);
    return exit_of_run(*report, {skip_is_done, rules.job_from});
}

} // namespace

void add_guard_commands(CommandTree& tree)
{
    tree.describe("guard", "Jobs that run once in the cluster");
    auto& run = tree.add("guard run", "Run a command under a guard: once, or by a schedule.", run_guarded)
                    .positional("NAME", "the lock")
                    .names_locks()
                    .option("--guard", "KIND", "kind of the guard, see below (watchdog)")
                    .words({"none", "named", "skip-locked", "fixed", "watchdog", "redlock"});
    add_schedule_options(run, "");
    run.option("--count", "N", "end after N ticks, skipped ones included")
        .option("--at-most", "D", "lease of fixed, watchdog and redlock (30s)")
        .option("--at-least", "D", "keep the guard from others for D from the start of a run (0)")
        .option("--once-per", "D", "one run in each D, even if the hosts start slightly apart")
        .option("--wait", "D", "maximum time to wait for the guard (0)")
        .flag("--skip-ok", "a skipped run is success: exit status 0, and no output")
        .option("--status-from", "N",
                "the command's exit statuses above 0 begin at N (9 to 127), to tell them from "
                "those of lockdeskctl")
        .runs_command("the command; it sees LOCKDESK_LOCK, LOCKDESK_TOKEN and LOCKDESK_OWNER")
        .text("none: no guard. named: a session lock, which ends with the connection. skip-locked: the same with a "
              "locked row. fixed: a lease that is not renewed. watchdog: a lease renewed every third of it while "
              "the command runs. redlock: a lease on most of the servers of a redlock:// store, not renewed.")
        .text("When the lease is lost the command gets SIGTERM, and SIGKILL 5 s later. Without a schedule the exit status "
              "is the command's; 3 when it was skipped, 4 when the lease was lost. With a schedule it is 0.")
        .text("A lock prevents concurrent runs, not consecutive ones: hosts that start the same crontab line two "
              "seconds apart run a job of one second twice. --once-per 1d keeps the lock for nine tenths of a day "
              "from the start, whichever host ran. If the job is killed with its guard, the lock is free when its "
              "lease ends.")
        .text("When lockdeskctl itself is killed, the command and all processes that it has started get SIGTERM, and "
              "SIGKILL a second later.")
        .example("0 2 * * * lockdeskctl guard run nightly --once-per 1d --skip-ok -- ./report.sh",
                 "the same crontab line on every host: one of them runs it")
        .example("lockdeskctl guard run import -- ./import.sh",
                 "flock(1) for a cluster: never two runs at a time")
        .example("lockdeskctl guard run mails --guard fixed --cron '0 */5 * * * *' --once-per 5m -- ./send-mails");
}

} // namespace lockdesk::ctl
