// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/options.h"

#include "backends/engine/text.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace lockdesk::worker {

namespace {

/// The first thing that is wrong with the values.
struct BadValue
{
    Failure failure;
};

template <class T> T checked(Answer<T> answer)
{
    if (!answer)
        throw BadValue{answer.failure()};
    return std::move(answer).value();
}

// The texts as CLI11 fills them in.
struct OptionTexts
{
    std::string role = "tasks", store, source = "lockdesk", sandbox, timeout = "5s", name, interval = "1s", work = "0", exec;
    std::string kind, strategy = "atomic", lock_timeout, receiver, lease, limit = "forever", guard, at_most;
    std::string guard_store, cron, fixed_delay, fixed_rate, at_least = "0", wait = "0", batch = "1", handlers = "0";
    std::string fail_every = "0", tries = "3", backoff = "exponential";
    std::string retention;
    std::vector<std::string> phases, advance, locks;
    bool json = false, extend = false, with_parent = false, faults = false;
};

void declare(CLI::App& app, OptionTexts& t)
{
    app.set_version_flag("--version", std::string("lockdesk-worker ") + LOCKDESK_VERSION);
    app.add_option("--store", t.store, "URL of the store; else the variable LOCKDESK_STORE");
    app.add_option("--role", t.role, "what it works on: tasks (default), relay (the outbox) or guard (guarded jobs)");
    app.add_option("--name,--owner-name", t.name, "first part of its owner id, instead of this computer's name");
    app.add_option("--interval", t.interval, "pause between two looks when there is nothing to do");
    app.add_option("--work", t.work, "how long handling takes, for demonstrations; forever: a handler that hangs");
    app.add_option("--exec", t.exec,
                   "shell command that does the work. Tasks: the task's JSON on standard input; exit 0 advances, "
                   "75 relocks, other fails. Guard: the job");
    app.add_option("--retention", t.retention,
                   "remove sent messages, silent workers and free locks that are older (7d; not in a sandbox), or off");
    app.add_flag("--json", t.json, "events as one JSON object a line");
    app.add_option("--sandbox", t.sandbox, "work in this sandbox");
    app.add_option("--source", t.source, "format of the records");
    app.add_option("--timeout", t.timeout, "bounds every single call to the store");
    app.add_flag("--end-with-parent", t.with_parent, "end when the program that started it ends");
    app.add_flag("--faults", t.faults,
                 "for demonstrations, orders on standard input: hang on|off, cut-off on|off, skew 30s");
    auto* tasks = app.add_option_group("Tasks");
    tasks->add_option("--kind", t.kind, "kind of tasks");
    tasks->add_option("--phase", t.phases, "phases to claim; default: those of --advance, else all that the kind has");
    tasks->add_option("--advance", t.advance, "FROM=TO: where a task goes when its handler is done");
    tasks->add_option("--batch", t.batch, "most tasks (of a relay: messages) of one claim");
    tasks->add_option("--handlers", t.handlers, "tasks handled at once; default: the batch, at most 8");
    tasks->add_option("--fail-every", t.fail_every, "every Nth task fails, for demonstrations");
    tasks->add_flag("--extend", t.extend, "keep the locks of tasks in hand");
    tasks->add_option("--strategy", t.strategy, "atomic, plain, skip-locked-2, version or none");
    tasks->add_option("--lock-timeout", t.lock_timeout, "decides what is due; the stored rule stays");
    auto* relay = app.add_option_group("Relay");
    relay->add_option("--receiver", t.receiver,
                      "exec:COMMAND or http://HOST/PATH; else the variable LOCKDESK_RECEIVER, which others cannot read");
    relay->add_option("--tries", t.tries, "failed tries until a message is dead");
    relay->add_option("--backoff", t.backoff,
                      "wait after a failed try: exponential (default: 5s, 20s, 80s, ... up to 10m) or fixed:D");
    relay->add_option("--lease", t.lease, "of a claimed message (30s)");
    relay->add_option("--limit", t.limit, "a longer delivery is cut and has failed (the lease; under a guard none)");
    relay->add_option("--guard-store", t.guard_store,
                      "where the relay's guard is, if not in --store; redlock needs redlock://...");
    auto* guard = app.add_option_group("Guard, of guarded jobs and of a relay");
    guard->add_option("--lock", t.locks, "names of the locks; a job of its own under each. A relay has one (outbox-relay)");
    guard->add_option("--guard", t.guard,
                      "none, named, skip-locked, skip-locked-rows (relay only), fixed, watchdog (jobs: default) or redlock");
    guard->add_option("--cron", t.cron, "'S M H D M W': at these times, in UTC, instead of --interval");
    guard->add_option("--fixed-delay", t.fixed_delay, "so long after the end of the last run, instead of --interval");
    guard->add_option("--fixed-rate", t.fixed_rate, "every so long; ticks during a run are skipped");
    guard->add_option("--at-most", t.at_most, "lease of fixed, watchdog and redlock (30s; of a relay its --lease)");
    guard->add_option("--at-least", t.at_least, "kept for nobody until so long after the start");
    guard->add_option("--wait", t.wait, "for the guard to become free");
    app.footer(
        "Examples:\n"
        "  lockdesk-worker --store sqlite:///tmp/x.db --kind gateway --advance Creating=Created --work 2s\n"
        "  lockdesk-worker --store postgresql://me@db/app --kind mail --phase Ready --advance Ready=Sent --exec ./send\n"
        "  lockdesk-worker --store redis://db --role relay --receiver http://hooks/in\n"
        "  lockdesk-worker --store redis://db --role guard --lock nightly --interval 20s --exec ./report\n"
        "SIGTERM: it finishes or gives back its tasks, and ends with 0.");
}

Role role_of(const std::string& text)
{
    if (text == "tasks")
        return Role::tasks;
    if (text == "relay")
        return Role::relay;
    if (text == "guard")
        return Role::guard;
    throw BadValue{usage_failure("--role '" + text + "' is not known; there are tasks, relay and guard")};
}

std::int64_t whole(const std::string& text, const char* what, std::int64_t least)
{
    const auto value = checked(parse_whole(text, what));
    if (value < least)
        throw BadValue{usage_failure(std::string(what) + " must be at least " + std::to_string(least))};
    return value;
}

void read_task_options(const OptionTexts& t, Options& out)
{
    if (t.kind.empty())
        throw BadValue{usage_failure("--kind is needed: which tasks shall it work on?")};
    out.kind = checked(TaskKind::parse(t.kind));
    for (const auto& text : t.advance) {
        const auto equals = text.find('=');
        if (equals == std::string::npos)
            throw BadValue{usage_failure("--advance '" + text + "': FROM=TO is needed")};
        const auto from = checked(Phase::parse(text.substr(0, equals)));
        out.advance.insert_or_assign(from.str(), checked(Phase::parse(text.substr(equals + 1))));
        if (t.phases.empty())
            out.phases.push_back(from);
    }
    for (const auto& text : t.phases)
        out.phases.push_back(checked(Phase::parse(text)));
    out.batch = whole(t.batch, "--batch", 1);
    out.handlers = whole(t.handlers, "--handlers", 0);
    out.fail_every = whole(t.fail_every, "--fail-every", 0);
    out.extend = t.extend;
    out.strategy = checked(parse_claim_strategy(t.strategy));
    if (!t.lock_timeout.empty())
        out.lock_timeout = checked(parse_duration(t.lock_timeout));
}

Duration lease_of(const std::string& text)
{
    const auto lease = checked(parse_duration(text));
    if (auto defect = check_lease(lease))
        throw BadValue{*defect};
    return lease;
}

std::optional<Schedule> schedule_of(const OptionTexts& t)
{
    const auto period = [](const std::string& text, const char* option) {
        const auto d = checked(parse_duration(text));
        if (d <= Duration{0} || d == forever)
            throw BadValue{usage_failure(std::string(option) + " needs a duration above 0")};
        return d;
    };
    if (static_cast<int>(!t.cron.empty()) + static_cast<int>(!t.fixed_delay.empty())
            + static_cast<int>(!t.fixed_rate.empty())
        > 1)
        throw BadValue{usage_failure("give one of --cron, --fixed-delay and --fixed-rate")};
    if (!t.cron.empty())
        return Schedule::cron(checked(Cron::parse(t.cron)));
    if (!t.fixed_delay.empty())
        return Schedule::fixed_delay(period(t.fixed_delay, "--fixed-delay"));
    if (!t.fixed_rate.empty())
        return Schedule::fixed_rate(period(t.fixed_rate, "--fixed-rate"));
    return std::nullopt;
}

void read_guard_bounds(const OptionTexts& t, const std::string& at_most, Options& out)
{
    for (const auto& text : t.locks)
        out.locks.push_back(checked(LockName::parse(text)));
    out.at_most = lease_of(at_most);
    out.at_least = checked(parse_duration(t.at_least));
    out.wait = checked(parse_duration(t.wait));
    out.schedule = schedule_of(t);
}

void read_relay_options(const OptionTexts& t, Options& out)
{
    const char* from_environment = std::getenv("LOCKDESK_RECEIVER");
    out.receiver = !t.receiver.empty() ? t.receiver : from_environment != nullptr ? from_environment : "";
    if (out.receiver.empty())
        throw BadValue{
            usage_failure("--receiver is needed, or the variable LOCKDESK_RECEIVER: exec:COMMAND or http://HOST/PATH")};
    out.tries = whole(t.tries, "--tries", 1);
    out.retry = checked(parse_delivery_retry(t.backoff));
    out.batch = whole(t.batch, "--batch", 1);
    if (!t.lease.empty())
        out.lease = lease_of(t.lease);
    out.limit = checked(parse_duration(t.limit));
    if (out.limit <= Duration{0})
        throw BadValue{usage_failure("--limit needs a duration above 0")};
    if (!t.guard.empty())
        out.relay_guard = checked(parse_guard_kind(t.guard));
    out.guard_store = t.guard_store;
    read_guard_bounds(t, !t.at_most.empty() ? t.at_most : !t.lease.empty() ? t.lease : "30s", out);
    if (out.locks.size() > 1)
        throw BadValue{usage_failure("a relay has one --lock")};
}

void read_guard_options(const OptionTexts& t, Options& out)
{
    if (t.locks.empty())
        throw BadValue{usage_failure("--lock is needed: the name of the guard's lock")};
    if (!t.guard.empty())
        out.guard = checked(parse_guard_kind(t.guard));
    read_guard_bounds(t, t.at_most.empty() ? "30s" : t.at_most, out);
}

Options read(const OptionTexts& t)
{
    Options out;
    out.role = role_of(t.role);
    const char* from_environment = std::getenv("LOCKDESK_STORE");
    out.store = !t.store.empty() ? t.store : from_environment != nullptr ? from_environment : "";
    if (out.store.empty())
        throw BadValue{usage_failure("--store is needed, or the variable LOCKDESK_STORE")};
    if (!t.name.empty() && name_defect(t.name, "--name"))
        throw BadValue{usage_failure(*name_defect(t.name, "--name"))};
    out.name = t.name;
    out.json = t.json;
    out.faults = t.faults;
    out.with_parent = t.with_parent;
    out.interval = checked(parse_duration(t.interval));
    out.work = checked(parse_duration(t.work));
    out.exec = t.exec;
    out.session.timeout = checked(parse_duration(t.timeout));
    out.session.source = t.source;
    out.session.application_name = "lockdesk-worker";
    if (!t.sandbox.empty())
        out.session.sandbox = checked(SandboxId::parse(t.sandbox));
    if (!t.retention.empty())
        out.retention = checked(parse_retention(t.retention));
    else if (!out.session.sandbox && out.session.source == "lockdesk")
        out.retention = default_retention;
    switch (out.role) {
    case Role::tasks: read_task_options(t, out); break;
    case Role::relay: read_relay_options(t, out); break;
    case Role::guard: read_guard_options(t, out); break;
    }
    return out;
}

} // namespace

Parsed parse_options(int argc, char** argv)
{
    CLI::App app("Works on a store's tasks, outbox or guarded jobs until it is told to stop.", "lockdesk-worker");
    OptionTexts texts;
    declare(app, texts);
    try {
        app.parse(argc, argv);
        return {read(texts), 0, {}};
    } catch (const CLI::CallForHelp&) {
        return {std::nullopt, 0, app.help()};
    } catch (const CLI::CallForVersion&) {
        return {std::nullopt, 0, app.version() + "\n"};
    } catch (const CLI::ParseError& error) {
        return {std::nullopt, 2, std::string(error.what()) + ". Try --help."};
    } catch (const BadValue& bad) {
        return {std::nullopt, bad.failure.kind == FailureKind::unsupported ? 7 : 2, bad.failure.message};
    }
}

} // namespace lockdesk::worker
