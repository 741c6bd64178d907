// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/options.h"

#include "app/common/complain.h"
#include "app/common/missing_value.h"
#include "app/ctl/closest.h"
#include "app/ctl/words.h"
#include "app/worker/completion.h"
#include "app/worker/manual.h"
#include "app/worker/option_texts.h"
#include "app/worker/roles.h"
#include "backends/engine/text/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace lockdesk::worker {

namespace {

// An option with its placeholder.
template <class Value> void option(CLI::App& app, const char* names, Value& value, const char* placeholder, const char* help)
{
    app.add_option(names, value, help)->type_name(placeholder);
}

void declare_process(CLI::App& app, OptionTexts& t)
{
    app.set_help_flag("-h,--help", "this help");
    app.set_version_flag("--version", std::string("lockdesk-worker ") + LOCKDESK_VERSION, "the program's version");
    option(app, "--store", t.store, "URL", "the store, or @name of a saved connection; else the variable LOCKDESK_STORE, else what `lockdeskctl use` has set");
    option(app, "--name,--owner-name", t.name, "NAME", "first part of its owner id, instead of this computer's name");
    option(app, "--also", t.also, "'ROLE OPTIONS'",
           "one more role of the same process, e.g. 'guard --lock nightly --interval 20s'. May be repeated");
    option(app, "--retention", t.retention, "D",
           "remove sent messages, done tasks, silent workers and free locks that are older, or off (7d; off in a sandbox)");
    app.add_flag("--json", t.json, "events as one JSON object a line");
    option(app, "--sandbox", t.sandbox, "ID", "work in this sandbox");
    option(app, "--timeout", t.timeout, "D", "bounds every single call to the store (5s)");
    app.add_flag("--end-with-parent", t.with_parent, "end when the program that started it ends");
    app.add_flag("--faults", t.faults,
                 "for demonstrations: reads faults from standard input: hang on|off, cut-off on|off, skew 30s");
}

void declare_tasks(CLI::App& app, OptionTexts& t)
{
    auto& tasks = *app.add_option_group("Tasks", "Tasks");
    option(tasks, "--kind", t.kind, "K", "kind of tasks");
    option(tasks, "--phase", t.phases, "P", "phases to claim; default: those of --advance, else all phases of the kind");
    option(tasks, "--advance", t.advance, "FROM=TO", "where a task goes when its handler is done; may be repeated");
    option(tasks, "--desired", t.desired, "STATE=TO",
           "where a task of this desired state (Running, Stopped, Deleted) goes from any phase; precedes --advance");
    option(tasks, "--desired-exec", t.desired_exec, "STATE=COMMAND",
           "handles tasks of this desired state, instead of --exec");
    option(tasks, "--announce", t.announce, "TOPIC",
           "for demonstrations: adds a message to the outbox for each task that advances");
    option(tasks, "--batch", t.batch, "N",
           "maximum number of tasks (of a relay: messages, of a draw: persons) in one step (1; of a draw 100)");
    option(tasks, "--handlers", t.handlers, "N", "number of tasks handled concurrently (the batch, at most 8)");
    option(tasks, "--fail-every", t.fail_every, "N", "for demonstrations: every Nth task fails");
    tasks.add_flag("--extend", t.extend, "extend the locks of tasks while they are handled");
    option(tasks, "--strategy", t.strategy, "S", "of a claim: atomic (default), plain, skip-locked-2, version or none");
    option(tasks, "--lock-timeout", t.lock_timeout, "D", "decides what is due, instead of the stored rule, which stays");
}

void declare_relay(CLI::App& app, OptionTexts& t)
{
    auto& relay = *app.add_option_group("Relay", "Relay");
    option(relay, "--receiver", t.receiver, "R",
           "exec:COMMAND, http://HOST/PATH or https://HOST/PATH; else the variable LOCKDESK_RECEIVER, which other users "
           "cannot read");
    option(relay, "--header", t.headers, "'NAME: VALUE'",
           "of every request; @FILE: a file with one in each line, # begins a comment line; more in the variable LOCKDESK_RECEIVER_HEADERS");
    option(relay, "--topic", t.topic, "NAME", "deliver only messages of this topic");
    option(relay, "--tries", t.tries, "N", "number of failed tries after which a message is dead (3)");
    option(relay, "--backoff", t.backoff, "B",
           "wait after a failed try: exponential (default: 5s, 20s, 80s, ... up to 10m) or fixed:D");
    option(relay, "--lease", t.lease, "D", "of a claimed message, of a leader's lock (30s)");
    option(relay, "--limit", t.limit, "D",
           "a delivery that takes longer is cut off and has failed (the lease; under a guard none)");
    option(relay, "--guard-store", t.guard_store, "URL",
           "store of the relay's guard, if it is not --store; redlock needs redlock://...");
}

void declare_locks(CLI::App& app, OptionTexts& t)
{
    auto& guard = *app.add_option_group("Guard, of guarded jobs and of a relay; leader",
                                        "Guard, of guarded jobs and of a relay; leader");
    option(guard, "--lock", t.locks, "NAME",
           "names of the locks; each has its own job. A relay (outbox-relay, or outbox-relay:TOPIC) and a leader have one");
    option(guard, "--guard", t.guard, "KIND",
           "none, named, skip-locked, skip-locked-rows (relay only), fixed, watchdog (default of jobs) or redlock");
    option(guard, "--cron", t.cron, "'S M H D M W'", "run at these times, in UTC, instead of --interval");
    option(guard, "--fixed-delay", t.fixed_delay, "D", "wait after the end of each run, instead of --interval");
    option(guard, "--fixed-rate", t.fixed_rate, "D", "start a run every D; ticks during a run are skipped");
    option(guard, "--at-most", t.at_most, "D", "lease of fixed, watchdog and redlock (30s; of a relay its --lease)");
    option(guard, "--at-least", t.at_least, "D", "keep the guard from others for D from the start of a run (0)");
    option(guard, "--once-per", t.once_per, "D", "one run in each D, even if the hosts start slightly apart");
    option(guard, "--wait", t.wait, "D", "maximum time to wait for the guard (0)");
    guard.add_flag(
        "--fence", t.fence,
        "for demonstrations, without --exec: the job shows its token to the fence of its lock's name when it begins "
        "and when it is done, also after it has lost the lock");
    auto& draw = *app.add_option_group("Draw", "Draw");
    option(draw, "--event", t.event, "E", "the draw");
    option(draw, "--places", t.places, "N", "number of places; opens the draw if it is not open yet");
    option(draw, "--persons", t.persons, "FILE", "file of the persons who apply, one a line");
    option(draw, "--applications", t.applications, "N",
           "for demonstrations: number of applications of invented persons, some of whom apply twice");
}

void declare_role(CLI::App& app, OptionTexts& t)
{
    option(app, "--interval", t.interval, "D", "pause between two polls when nothing is due, or between two runs (1s)");
    option(app, "--work", t.work, "D", "for demonstrations: duration of the work; forever: a handler that hangs (0)");
    option(app, "--exec", t.exec, "CMD",
           "shell command that does the work. Tasks: the task's JSON on standard input; exit status 0 advances, "
           "75 relocks, any other fails and leaves the end of its output, up to 2 KiB, in the task's last error. Guard and "
           "leader: the job");
    option(app, "--source", t.source, "S",
           "format of the records: lockdesk (default); for guards also shedlock, redisson, dist_lock, string, ...");
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

void add_names(const CLI::App& app, std::vector<std::string>& out)
{
    for (const auto* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            out.push_back("--" + name);
    for (const auto* group : app.get_subcommands([](const CLI::App*) { return true; }))
        add_names(*group, out);
}

void add_names_with_values(const CLI::App& app, std::vector<std::string>& out)
{
    for (const auto* option : app.get_options())
        for (const std::string& name : option->get_items_expected_max() > 0 ? option->get_lnames() : std::vector<std::string>{})
            out.push_back("--" + name);
    for (const auto* group : app.get_subcommands([](const CLI::App*) { return true; }))
        add_names_with_values(*group, out);
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Throws if an option is followed by another one instead of its value.
void check_values(const CLI::App& app, const std::vector<std::string>& words)
{
    std::vector<std::string> all, with_values;
    add_names(app, all);
    add_names_with_values(app, with_values);
    const auto missing = app::missing_value(
        words, [&](const std::string& name) { return contains(with_values, name); },
        [&](const std::string& name) { return contains(all, name); });
    if (!missing.empty())
        throw BadValue{Failure::usage(missing + " Try --help.")};
}

// Parses `guard --lock a`, which cannot contain options of the process.
Options read_also(const OptionTexts& process, const std::string& text, std::size_t number)
{
    // Without the text: headers in it may be secrets.
    const auto in = "--also, number " + std::to_string(number) + ": ";
    auto words = ctl::split_words(text);
    if (!words || words->empty())
        throw BadValue{Failure::usage(in + (words ? "the role is missing; it comes first" : words.failure().message))};
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
        check_values(app, *words);
        app.parse(std::vector<std::string>(words->rbegin(), words->rend()));
        note_present(app, t);
        return read_role(t);
    } catch (const CLI::ParseError& error) {
        throw BadValue{Failure::usage(in + app::parse_mistake(error.what()))};
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
        throw BadValue{Failure::usage("LOCKDESK_RECEIVER_HEADERS is for one receiver, not for "
                                      + std::to_string(receivers.size()) + "; give each its own with --header @FILE")};
}

constexpr const char* examples[] = {
    "lockdesk-worker --store sqlite:///tmp/x.db --kind gateway --advance Creating=Created --work 2s",
    "lockdesk-worker --store postgresql://me@db/app --kind mail --phase Ready --advance Ready=Sent --exec ./send",
    "lockdesk-worker --store redis://db --role relay --receiver http://hooks/in",
    "lockdesk-worker --store redis://db --role guard --lock nightly --interval 20s --exec ./report",
    "lockdesk-worker --store redis://db --role leader --lock consumer --lease 10s --exec ./consume-once",
    "lockdesk-worker --store redis://db --role draw --event course-7 --places 500 --persons names.txt",
    "lockdesk-worker --store redis://db --kind mail --exec ./send --also 'relay --receiver http://hooks/in'"};

constexpr const char* after_examples = "On SIGTERM it finishes its tasks or releases them, and ends with 0.\n"
                                       "For lessons: lockdesk-worker --join --help";

std::string all_examples(const std::string& indent)
{
    std::string out;
    for (const char* one : examples)
        out += indent + one + '\n';
    return out;
}

// Names the first word that is no option, with a suggestion; empty: there is none.
std::string unknown_option(int argc, char** argv)
{
    const auto known = option_names();
    for (int i = 1; i < argc; ++i) {
        const std::string word(argv[i]), name = word.substr(0, word.find('='));
        if (name.starts_with('-') && name.size() > 1 && name != "-h" && std::find(known.begin(), known.end(), name) == known.end())
            return "Unknown option " + to_valid_utf8(name) + "." + ctl::did_you_mean(name, known);
    }
    return {};
}

void declare_all(CLI::App& app, OptionTexts& texts)
{
    declare_process(app, texts);
    option(app, "--role", texts.role, "ROLE", about_role);
    declare_role(app, texts);
    app.footer("Examples:\n" + all_examples("  ") + after_examples);
}

} // namespace

std::string example_lines() { return all_examples(""); }

std::vector<std::string> option_names()
{
    CLI::App app;
    OptionTexts texts;
    declare_all(app, texts);
    std::vector<std::string> out{"--join", "--as"}; // of join.cpp
    add_names(app, out);
    return out;
}

std::string manual()
{
    CLI::App app;
    OptionTexts texts;
    declare_all(app, texts);
    return manual_of(app);
}

Parsed parse_options(int argc, char** argv)
{
    CLI::App app("Works on a store's tasks, outbox, guarded jobs or draws until it is stopped.", "lockdesk-worker");
    OptionTexts texts;
    declare_all(app, texts);
    try {
        check_values(app, {argv + 1, argv + argc});
        app.parse(argc, argv);
        note_present(app, texts);
        std::vector<Options> roles{read_role(texts)};
        for (const auto& text : texts.also)
            roles.push_back(read_also(texts, text, roles.size()));
        check_headers_have_one_receiver(roles);
        return {std::move(roles), 0, {}};
    } catch (const CLI::CallForHelp&) {
        return {{}, 0, help_of(app)};
    } catch (const CLI::CallForVersion&) {
        return {{}, 0, app.version() + "\n"};
    } catch (const CLI::ParseError& error) {
        const std::string unknown = unknown_option(argc, argv);
        return {{}, 2, (unknown.empty() ? app::parse_mistake(error.what()) : unknown) + " Try --help."};
    } catch (const BadValue& bad) {
        return {{}, exit_status(bad.failure.kind), bad.failure.message};
    }
}

} // namespace lockdesk::worker
