// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receiver_headers.h"
#include "app/common/receivers.h"
#include "app/ctl/collected_json.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "app/ctl/schedule_args.h"
#include "app/ctl/stopping.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/guarded_relay.h"
#include "backends/json/json.h"

#include <cstdlib>

namespace lockdesk::ctl {

namespace {

/// Outcomes of this relay's deliveries.
struct Tally
{
    std::int64_t sent = 0, failed = 0, dead = 0; ///< dead: part of failed
    std::optional<TimePoint> at;
};

RelayEvents printing(Context& context, Tally& tally)
{
    RelayEvents events;
    events.settled = [&](const MessageRow& message, const std::string& error, std::optional<TimePoint> at) {
        ++(message.state == MessageState::sent ? tally.sent : tally.failed);
        tally.dead += message.state == MessageState::dead ? 1 : 0;
        tally.at = at;
        auto line = message_json(message, at);
        line["error"] = text_or_null(error);
        context.out().emit(line);
    };
    events.refused = [&context](const MessageRow& message) {
        context.out().note("message " + message.id + " was claimed by another relay meanwhile");
    };
    events.trouble = [&context](const Failure& failure) {
        context.out().note(failure.message + (failure.retryable ? " Trying again." : ""));
    };
    return events;
}

GuardOptions guard_of(const Args& args, GuardKind kind)
{
    const auto topic = args.has("--topic") ? std::optional(args.name<Topic>("--topic")) : std::nullopt;
    return or_fail(app::bounded(
        {.name = args.has("--lock") ? args.name<LockName>("--lock") : default_relay_lock(topic),
         .kind = kind,
         .at_most = args.lease("--lease")},
        guard_bounds(args)));
}

RelayOptions options_of(Context& context, const Args& args, const std::optional<GuardKind>& guard)
{
    RelayOptions options{.owner = make_owner(context.runtime())};
    options.tries = args.whole("--tries", 1, options.tries);
    if (args.has("--backoff"))
        options.retry = or_fail(parse_delivery_retry(args.text("--backoff")));
    options.until_empty = args.has("--until-empty");
    if (args.has("--topic"))
        options.topic = args.name<Topic>("--topic");
    options.limit = args.duration("--limit", no_end);
    if (options.limit <= Duration{0})
        fail_usage("--limit needs a duration above 0");
    const auto lease = args.lease("--lease", options.lease);
    const auto batch = args.whole("--batch", 1, options.batch);
    options.lease = lease;
    options.batch = batch;
    if (guard)
        keep_apart_by(*guard, args.has("--lease") ? std::optional(lease) : std::nullopt,
                      args.has("--batch") ? std::optional(batch) : std::nullopt, options);
    return options;
}

// Rejects options of the guard that contradict each other.
void check_guard_options(const Args& args, const std::optional<GuardKind>& guard)
{
    args.exclude_without("--guard", {"--lock", "--at-most", "--at-least", "--wait", "--guard-store"});
    if (!guard)
        return;
    const app::RelayGuardGiven given{args.has("--guard-store"), args.has("--lease")};
    if (auto defect = app::relay_guard_defect(*guard, given))
        throw CommandFailed{*defect, std::nullopt};
    (void)guard_of(args, *guard);
}

// Nullopt: this relay removes nothing. In a sandbox, whose clock may jump by years, only on request.
std::optional<Duration> retention_of(Context& context, const Args& args)
{
    const auto session = context.session_options();
    if (session.read_only || session.source != "lockdesk")
        return std::nullopt;
    if (args.has("--retention"))
        return or_fail(parse_retention(args.text("--retention")));
    if (!context.saved_retention().empty())
        return or_fail(parse_retention(context.saved_retention()));
    return session.sandbox ? std::nullopt : std::optional(default_retention);
}

RelayPlanEvents telling(Context& context)
{
    RelayPlanEvents events;
    events.ended = [&context](const RunReport& report) {
        if (report.result == RunResult::lost)
            context.out().note("the guard was lost: " + report.why);
    };
    events.trouble = [&context](const Failure& failure) { context.out().note(failure.message + " Trying again."); };
    return events;
}

// Other users of this computer cannot read an environment variable.
std::string receiver_of(const Args& args)
{
    const char* from_environment = std::getenv("LOCKDESK_RECEIVER");
    if (!args.has("--receiver") && (from_environment == nullptr || *from_environment == '\0'))
        fail_usage("--receiver or the variable LOCKDESK_RECEIVER is missing: exec:COMMAND or http://HOST/PATH");
    return args.has("--receiver") ? args.text("--receiver") : from_environment;
}

void print_end(Context& context, const std::optional<Topic>& topic, const Tally& tally, std::size_t left_alone)
{
    Json line = end_json(static_cast<std::size_t>(tally.sent + tally.failed), false, std::nullopt, tally.at);
    line["sent"] = tally.sent;
    line["failed"] = tally.failed;
    line["dead"] = tally.dead;
    line["left_alone"] = left_alone;
    const auto messages = [](std::int64_t n) { return std::to_string(n) + (n == 1 ? " message" : " messages"); };
    const std::string nothing = left_alone == 0 ? "Nothing" : "Nothing else";
    context.out().emit(line, nothing + (topic ? " of topic " + topic->str() : std::string()) + " is pending any more. Delivered "
                                 + messages(tally.sent) + "."
                                 + (tally.dead == 0 ? std::string() : " " + messages(tally.dead) + " died.")
                                 + (left_alone == 0 ? std::string() : " Left alone: " + std::to_string(left_alone) + "."));
}

int run_relay(Context& context, const Args& args)
{
    auto& runtime = context.runtime();
    args.exclude_without("--until-empty", {"--fail-on-dead"});
    const auto receiver_text = receiver_of(args);
    const auto headers = or_fail(app::receiver_headers(args.all("--header"), receiver_text));
    const auto receiver = or_fail(app::open_receiver(runtime, receiver_text, headers));
    const auto guard = args.has("--guard") ? std::optional(or_fail(parse_guard_kind(args.text("--guard")))) : std::nullopt;
    check_guard_options(args, guard);
    const auto options = options_of(context, args, guard);
    auto schedule = schedule_of(args);
    const Access access{&context.store(), context.session_options()};
    Tally tally;
    Relay relay(runtime, access, options, *receiver, printing(context, tally));
    const auto keep = retention_of(context, args);
    Retention retention(runtime, access, {.keep = keep.value_or(no_end), .who = options.owner.str()},
                        {[&context](const Collected& collected, std::optional<TimePoint> at) {
                             for (const auto& line : collected_json(collected, at, false))
                                 context.out().emit(line);
                         },
                         {}});
    if (keep)
        retention.start();
    const StopOnSignal stop(context.signals());
    const std::stop_callback end_retention(stop.token(), [&retention] { retention.request_stop(); });
    Answer<Done> done = Done{};
    if (guard || schedule) {
        RelayPlan plan{schedule.value_or(Schedule::fixed_delay(options.interval)), {}, access, options.until_empty};
        if (guard)
            plan.guard = guard_of(args, *guard);
        if (args.has("--guard-store"))
            plan.guard_access = context.other_store(args.text("--guard-store"));
        done = GuardedRelay(runtime, relay, std::move(plan), telling(context)).run(stop.token());
    } else {
        done = relay.run(stop.token());
    }
    retention.stop();
    if (!done && !stop.token().stop_requested())
        throw CommandFailed{done.failure(), done.store_time()};
    if (!options.until_empty)
        return exit_done;
    if (stop.token().stop_requested())
        return exit_no;
    print_end(context, options.topic, tally, relay.left_alone());
    return relay.left_alone() > 0 || (args.has("--fail-on-dead") && tally.dead > 0) ? exit_no : exit_done;
}

} // namespace

void add_relay_commands(CommandTree& tree)
{
    auto& relay = tree.add("outbox relay", "Deliver the outbox's messages until stopped.", run_relay);
    relay
        .option("--receiver", "R",
                "exec:COMMAND (the message's JSON on standard input; exit 0 is delivered), http://HOST/PATH or "
                "https://HOST/PATH (POST; 2xx is delivered); else the variable LOCKDESK_RECEIVER, which other users "
                "cannot read")
        .several("--header", "'NAME: VALUE'",
                 "of every request; @FILE: a file with one in each line, # begins a comment line; more in the variable LOCKDESK_RECEIVER_HEADERS")
        .option("--topic", "NAME", "only messages of this topic; the others stay for other relays")
        .option("--tries", "N",
                "failed tries until a message is dead; those cut off by the end of their relay count too (3)")
        .option("--backoff", "B",
                "wait after a failed try: exponential (5s, 20s, 80s, ... up to 10m) or fixed:D (exponential)")
        .option("--batch", "N", "messages of one claim (10; 1 under none and skip-locked-rows)")
        .option("--lease", "D", "of a claimed message (30s); under a guard, of the guard unless --at-most says otherwise")
        .option("--limit", "D",
                "a delivery that takes longer is cut off and has failed (the lease; under a guard "
                "none)")
        .option("--retention", "D",
                "remove sent messages, done tasks, silent workers and free locks that are older (7d; not in a sandbox), or "
                "off")
        .flag("--until-empty", "end when no message is pending, and print the number of dead ones; waits for retries, dead "
                               "messages do not count; exit status 3 when one that nobody can deliver was left alone")
        .flag("--fail-on-dead", "with --until-empty: exit status 3 when one died")
        .option("--guard", "KIND", "deliver only while this guard is held")
        .words({"none", "named", "skip-locked", "skip-locked-rows", "fixed", "watchdog", "redlock"})
        .option("--lock", "NAME", "the guard's lock (outbox-relay, or outbox-relay:TOPIC)")
        .option("--guard-store", "URL",
                "store of the guard's lock, if it is not the outbox's; redlock needs "
                "redlock://...")
        .option("--at-most", "D", "lease of the guards fixed, watchdog and redlock (--lease, else 30s)")
        .option("--at-least", "D", "keep the guard from others for D from the start of a run (0)")
        .option("--wait", "D", "maximum time to wait for the guard (0)");
    add_schedule_options(relay, " (1s with a guard)");
    relay
        .text("Several relays may run: each message is claimed with a lease, and hints wake the relays. Messages are "
              "delivered at least once: the receiver must remember their ids (`id`, or the header "
              "Lockdesk-Message-Id).")
        .text("A try is a delivery that failed; waiting in a batch does not count. The lease is extended before each "
              "delivery, and messages that were not begun are released. A delivery whose relay was killed is cut "
              "off; after three cuts the message is dead, as it may be what kills the relays.")
        .text("With --guard the guard alone keeps relays apart, and a delivery in progress continues when the guard is "
              "lost: it cannot be recalled. none: nothing keeps them apart. named: a session lock, which ends with "
              "the connection. skip-locked: the same with a locked row. skip-locked-rows: the messages' own rows "
              "stay locked, in an open transaction, while they are delivered (PostgreSQL, MariaDB). fixed: a lease "
              "that is not renewed. watchdog: a lease renewed every third of it. redlock: a lease on most of "
              "several Redis servers, not renewed.")
        .example("lockdeskctl outbox relay --receiver 'exec:./notify' --until-empty")
        .example("lockdeskctl outbox relay --receiver http://localhost:8080/in --guard watchdog --fixed-delay 20s")
        .text("A server's certificate is verified against those of the system. Put passwords and tokens in a file or "
              "a variable: other users can read the command line.")
        .example("lockdeskctl outbox relay --receiver https://hooks.example/in --header @/etc/lockdesk/hook-headers",
                 "with a line such as Authorization: Bearer ...")
        .text("Relays of different topics under one --lock wait for each other: give each topic its own lock.")
        .example("lockdeskctl outbox relay --receiver exec:./mail --topic mail")
        .example("lockdeskctl outbox relay --receiver exec:./notify --guard redlock --guard-store redlock://h1,h2,h3");
}

} // namespace lockdesk::ctl
