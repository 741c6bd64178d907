// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/options.h"

#include "app/common/complain.h"
#include "app/ctl/words.h"
#include "app/worker/completion.h"
#include "app/worker/option_texts.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <set>

namespace lockdesk::worker {

namespace {

void declare_process(CLI::App& app, OptionTexts& t)
{
    app.set_version_flag("--version", std::string("lockdesk-worker ") + LOCKDESK_VERSION);
    app.add_option("--store", t.store, "URL of the store; else the variable LOCKDESK_STORE");
    app.add_option("--name,--owner-name", t.name, "first part of its owner id, instead of this computer's name");
    app.add_option("--also", t.also,
                   "one more role of the same process, as a text: 'guard --lock nightly --interval 20s'. May be repeated");
    app.add_option("--retention", t.retention,
                   "remove sent messages, silent workers and free locks that are older (7d; not in a sandbox), or off");
    app.add_flag("--json", t.json, "events as one JSON object a line");
    app.add_option("--sandbox", t.sandbox, "work in this sandbox");
    app.add_option("--timeout", t.timeout, "bounds every single call to the store");
    app.add_flag("--end-with-parent", t.with_parent, "end when the program that started it ends");
    app.add_flag("--faults", t.faults,
                 "for demonstrations, orders on standard input: hang on|off, cut-off on|off, skew 30s");
}

void declare_tasks(CLI::App& app, OptionTexts& t)
{
    auto* tasks = app.add_option_group("Tasks");
    tasks->add_option("--kind", t.kind, "kind of tasks");
    tasks->add_option("--phase", t.phases, "phases to claim; default: those of --advance, else all that the kind has");
    tasks->add_option("--advance", t.advance, "FROM=TO: where a task goes when its handler is done");
    tasks->add_option(
        "--desired", t.desired,
        "STATE=TO: where a task goes of which this is wanted (Running, Stopped, Deleted), whatever phase it is in");
    tasks->add_option("--desired-exec", t.desired_exec, "STATE=COMMAND: handles those tasks, instead of --exec");
    tasks->add_option("--announce", t.announce, "topic of a message in the outbox for each task that moves on");
    tasks->add_option("--batch", t.batch, "most tasks (of a relay: messages, of a draw: persons) of one step");
    tasks->add_option("--handlers", t.handlers, "tasks handled at once; default: the batch, at most 8");
    tasks->add_option("--fail-every", t.fail_every, "every Nth task fails, for demonstrations");
    tasks->add_flag("--extend", t.extend, "keep the locks of tasks in hand");
    tasks->add_option("--strategy", t.strategy, "atomic, plain, skip-locked-2, version or none");
    tasks->add_option("--lock-timeout", t.lock_timeout, "decides what is due; the stored rule stays");
}

void declare_relay(CLI::App& app, OptionTexts& t)
{
    auto* relay = app.add_option_group("Relay");
    relay->add_option("--receiver", t.receiver,
                      "exec:COMMAND, http://HOST/PATH or https://HOST/PATH; else the variable LOCKDESK_RECEIVER, which "
                      "others cannot read");
    relay->add_option("--header", t.headers,
                      "'NAME: VALUE' of every request; @FILE: a file with one in each line; more in "
                      "LOCKDESK_RECEIVER_HEADERS");
    relay->add_option("--tries", t.tries, "failed tries until a message is dead");
    relay->add_option("--backoff", t.backoff,
                      "wait after a failed try: exponential (default: 5s, 20s, 80s, ... up to 10m) or fixed:D");
    relay->add_option("--lease", t.lease, "of a claimed message, of a leader's lock (30s)");
    relay->add_option("--limit", t.limit, "a longer delivery is cut and has failed (the lease; under a guard none)");
    relay->add_option("--guard-store", t.guard_store,
                      "where the relay's guard is, if not in --store; redlock needs redlock://...");
}

void declare_locks(CLI::App& app, OptionTexts& t)
{
    auto* guard = app.add_option_group("Guard, of guarded jobs and of a relay; leader");
    guard->add_option("--lock", t.locks,
                      "names of the locks; a job of its own under each. A relay (outbox-relay) and a leader have one");
    guard->add_option("--guard", t.guard,
                      "none, named, skip-locked, skip-locked-rows (relay only), fixed, watchdog (jobs: default) or redlock");
    guard->add_option("--cron", t.cron, "'S M H D M W': at these times, in UTC, instead of --interval");
    guard->add_option("--fixed-delay", t.fixed_delay, "so long after the end of the last run, instead of --interval");
    guard->add_option("--fixed-rate", t.fixed_rate, "every so long; ticks during a run are skipped");
    guard->add_option("--at-most", t.at_most, "lease of fixed, watchdog and redlock (30s; of a relay its --lease)");
    guard->add_option("--at-least", t.at_least, "kept for nobody until so long after the start");
    guard->add_option("--once-per", t.once_per, "one run in each D, though the hosts that try are a little apart");
    guard->add_option("--wait", t.wait, "for the guard to become free");
    guard->add_flag("--fence", t.fence,
                    "a demonstration job (no --exec) writes what its lock protects: it shows its token to the fence of that "
                    "name when it begins and when it is done, also when it has lost the lock");
    auto* draw = app.add_option_group("Draw");
    draw->add_option("--event", t.event, "what is drawn for");
    draw->add_option("--places", t.places, "how many; opens the draw if it is not open yet");
    draw->add_option("--persons", t.persons, "file with a person a line, who applies");
    draw->add_option("--applications", t.applications, "so many of made-up persons, some of them twice, for demonstrations");
}

void declare_role(CLI::App& app, OptionTexts& t)
{
    app.add_option("--interval", t.interval, "pause between two looks when there is nothing to do, or two runs");
    app.add_option("--work", t.work, "how long handling takes, for demonstrations; forever: a handler that hangs");
    app.add_option("--exec", t.exec,
                   "shell command that does the work. Tasks: the task's JSON on standard input; exit 0 advances, "
                   "75 relocks, other fails. Guard and leader: the job");
    app.add_option("--source", t.source, "format of the records; of guards any one that has locks");
    declare_tasks(app, t);
    declare_relay(app, t);
    declare_locks(app, t);
}

void note_present(const CLI::App& app, OptionTexts& t)
{
    for (const auto* option : app.get_options())
        if (option->count() > 0)
            t.present.insert(option->get_name());
    for (const auto* group : app.get_subcommands([](const CLI::App*) { return true; }))
        note_present(*group, t);
}

constexpr const char* about_role = "what it works on: tasks (default), relay (the outbox), guard (guarded jobs), leader (a "
                                   "job of one process at a time) or "
                                   "draw (applies for places, and as the leader gives ranks)";

// Parses `guard --lock a`, which cannot contain options of the process.
Options read_also(const OptionTexts& process, const std::string& text, std::size_t number)
{
    // Without the text: headers in it may be secrets.
    const auto in = "--also, number " + std::to_string(number) + ": ";
    auto words = ctl::split_words(text);
    if (!words || words->empty())
        throw BadValue{Failure::usage(in + (words ? "a role is needed first" : words.failure().message))};
    OptionTexts t;
    t.store = process.store;
    t.sandbox = process.sandbox;
    t.timeout = process.timeout;
    t.name = process.name;
    t.retention = process.retention;
    t.json = process.json;
    t.with_parent = process.with_parent;
    t.faults = process.faults;
    CLI::App app;
    app.set_help_flag();
    app.add_option("ROLE", t.role)->required();
    declare_role(app, t);
    try {
        app.parse(std::vector<std::string>(words->rbegin(), words->rend()));
        note_present(app, t);
        return read_role(t);
    } catch (const CLI::ParseError& error) {
        throw BadValue{Failure::usage(in + app::without_values(error.what()))};
    } catch (const BadValue& bad) {
        Failure failure = bad.failure;
        failure.message = in + failure.message;
        throw BadValue{failure};
    }
}

// The headers in the variable are of one receiver: a second one must not get its secrets.
void check_headers_have_one_receiver(const std::vector<Options>& roles)
{
    std::set<std::string> receivers;
    for (const Options& one : roles)
        if (one.role == Role::relay && one.receiver.starts_with("http"))
            receivers.insert(one.receiver);
    const char* headers = std::getenv("LOCKDESK_RECEIVER_HEADERS");
    if (receivers.size() > 1 && headers != nullptr && *headers != '\0')
        throw BadValue{Failure::usage("LOCKDESK_RECEIVER_HEADERS is for one receiver, and here are "
                                      + std::to_string(receivers.size()) + "; give each its own by --header @FILE")};
}

void add_names(const CLI::App& app, std::vector<std::string>& out)
{
    for (const auto* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            out.push_back("--" + name);
    for (const auto* group : app.get_subcommands([](const CLI::App*) { return true; }))
        add_names(*group, out);
}

} // namespace

std::vector<std::string> option_names()
{
    CLI::App app;
    OptionTexts texts;
    declare_process(app, texts);
    app.add_option("--role", texts.role);
    declare_role(app, texts);
    std::vector<std::string> out{"--join", "--as"}; // of join.cpp
    add_names(app, out);
    return out;
}

Parsed parse_options(int argc, char** argv)
{
    CLI::App app("Works on a store's tasks, outbox, guarded jobs or draws until it is told to stop.", "lockdesk-worker");
    OptionTexts texts;
    declare_process(app, texts);
    app.add_option("--role", texts.role, about_role);
    declare_role(app, texts);
    app.footer(
        "Examples:\n"
        "  lockdesk-worker --store sqlite:///tmp/x.db --kind gateway --advance Creating=Created --work 2s\n"
        "  lockdesk-worker --store postgresql://me@db/app --kind mail --phase Ready --advance Ready=Sent --exec ./send\n"
        "  lockdesk-worker --store redis://db --role relay --receiver http://hooks/in\n"
        "  lockdesk-worker --store redis://db --role guard --lock nightly --interval 20s --exec ./report\n"
        "  lockdesk-worker --store redis://db --role leader --lock consumer --lease 10s --exec ./consume-once\n"
        "  lockdesk-worker --store redis://db --role draw --event course-7 --places 500 --persons names.txt\n"
        "  lockdesk-worker --store redis://db --kind mail --exec ./send --also 'relay --receiver http://hooks/in'\n"
        "SIGTERM: it finishes or gives back its tasks, and ends with 0.");
    try {
        app.parse(argc, argv);
        note_present(app, texts);
        std::vector<Options> roles{read_role(texts)};
        for (const auto& text : texts.also)
            roles.push_back(read_also(texts, text, roles.size()));
        check_headers_have_one_receiver(roles);
        return {std::move(roles), 0, {}};
    } catch (const CLI::CallForHelp&) {
        return {{}, 0, app.help()};
    } catch (const CLI::CallForVersion&) {
        return {{}, 0, app.version() + "\n"};
    } catch (const CLI::ParseError& error) {
        return {{}, 2, app::without_values(error.what()) + ". Try --help."};
    } catch (const BadValue& bad) {
        return {{}, bad.failure.kind == FailureKind::unsupported ? 7 : 2, bad.failure.message};
    }
}

} // namespace lockdesk::worker
