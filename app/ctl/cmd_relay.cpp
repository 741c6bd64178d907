// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "app/ctl/stopping.h"
#include "backends/engine/guard.h"
#include "backends/engine/ids.h"
#include "backends/engine/relay.h"
#include "backends/receivers/make_receiver.h"

#include <nlohmann/json.hpp>

namespace lockdesk::ctl {

namespace {

RelayEvents printing(Context& context)
{
    RelayEvents events;
    events.settled = [&context](const MessageRow& message, const std::string& error, std::optional<TimePoint> at) {
        auto line = message_json(message, at);
        line["error"] = text_or_null(error);
        context.out().emit(line);
    };
    events.refused = [&context](const MessageRow& message) {
        context.out().note("message " + message.id + " was claimed by another relay meanwhile");
    };
    events.trouble = [&context](const Failure& failure) { context.out().note(failure.message + " Trying again."); };
    return events;
}

// The relay as the job of a guard, tick by tick. A failure of one tick is told by the next answer, or ends the command.
int relay_in_ticks(Context& context, Relay& relay, const GuardOptions& options, Duration delay, bool until_empty)
{
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    const StopOnSignal stop(context.signals());
    do {
        std::optional<Failure> failure;
        const auto report = guard.run(
            [&](const JobContext& job) {
                const EitherStop either(job.lost, job.stop);
                const auto done = relay.run_once(either.token());
                if (!done)
                    failure = done.failure();
                return done ? 0 : 1;
            },
            stop.token());
        if (!report)
            failure = report.failure();
        else if (report->result == RunResult::lost)
            context.out().note("the guard was lost: " + report->why);
        if (stop.token().stop_requested())
            break;
        if (failure && (until_empty || !worth_retrying(*failure)))
            throw CommandFailed{*failure, std::nullopt};
        if (failure)
            context.out().note(failure->message + " Trying again.");
        if (until_empty && !or_fail(relay.until_due()))
            return exit_done;
    } while (context.runtime().sleep(stop.token(), delay));
    return until_empty ? exit_no : exit_done;
}

int run_relay(Context& context, const Args& args)
{
    auto& runtime = context.runtime();
    const auto receiver = or_fail(make_receiver(runtime, args.text("--receiver")));
    RelayOptions options{.owner = make_owner(runtime)};
    options.tries = args.whole("--tries", 1, options.tries);
    options.batch = args.whole("--batch", 1, options.batch);
    options.lease = args.lease("--lease");
    options.until_empty = args.has("--until-empty");
    GuardOptions guard{.name = args.has("--lock") ? args.name<LockName>("--lock") : LockName::trusted("outbox-relay"),
                       .kind = args.has("--guard") ? or_fail(parse_guard_kind(args.text("--guard"))) : GuardKind::none};
    guard.at_most = args.lease("--at-most");
    const auto delay = args.duration("--fixed-delay", options.interval);
    Relay relay(runtime, Access{&context.store(), context.session_options()}, options, *receiver, printing(context));
    if (args.has("--guard") || args.has("--fixed-delay"))
        return relay_in_ticks(context, relay, guard, delay, options.until_empty);
    const StopOnSignal stop(context.signals());
    const auto done = relay.run(stop.token());
    if (!done)
        throw CommandFailed{done.failure(), done.store_time()};
    return options.until_empty && stop.token().stop_requested() ? exit_no : exit_done;
}

} // namespace

void add_relay_commands(CommandTree& tree)
{
    tree.add("outbox relay", "Deliver the outbox's messages until stopped.", run_relay)
        .required("--receiver", "R", "exec:COMMAND (the message's JSON on standard input; exit 0 is delivered) or http://HOST/PATH "
                                     "(POST; 2xx is delivered)")
        .option("--tries", "N", "failed tries until a message is dead (3)")
        .option("--batch", "N", "messages of one claim (10)")
        .option("--lease", "D", "of a claimed message (30s)")
        .flag("--until-empty", "end when nothing is pending; waits for retries, dead ones do not count")
        .option("--guard", "KIND", "deliver only while this guard is held")
        .words({"none", "named", "skip-locked", "fixed", "watchdog"})
        .option("--lock", "NAME", "the guard's lock (outbox-relay)")
        .option("--at-most", "D", "lease of the guards fixed and watchdog (30s)")
        .option("--fixed-delay", "D", "look so long after the end of the last look (1s, and hints wake it earlier)")
        .text("Several relays may run: each message is claimed with a lease. Delivered at least once: the receiver must "
              "remember message ids (`id`, or the header Lockdesk-Message-Id).")
        .example("lockdeskctl outbox relay --receiver 'exec:./notify' --until-empty")
        .example("lockdeskctl outbox relay --receiver http://localhost:8080/in --guard watchdog --fixed-delay 20s");
}

} // namespace lockdesk::ctl
