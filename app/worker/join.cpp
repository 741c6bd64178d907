// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/join.h"

#include "app/common/complain.h"
#include "app/worker/manual.h"
#include "app/worker/signals.h"
#include "backends/engine/text/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace lockdesk::worker {

namespace {

struct JoinTexts
{
    std::string store, sandbox, name, timeout = "5s";
    bool control = false, json = false, with_parent = false, trust = false, statements = false;
};

void declare_join(CLI::App& app, JoinTexts& t)
{
    app.set_help_flag("-h,--help", "this help");
    app.add_option("--join", t.store, "store that the lesson runs on; -: the variable LOCKDESK_STORE")
        ->type_name("URL")
        ->required();
    app.add_option("--sandbox", t.sandbox, "the lesson's sandbox, as the teacher's screen shows it")
        ->type_name("ID")
        ->required();
    app.add_option("--as", t.name, "actor to be: one of the lesson's, or a new one")->type_name("NAME")->required();
    app.add_option("--timeout", t.timeout, "bounds every single call to the store (5s)")->type_name("D");
    app.add_flag("--control", t.control,
                 "take commands from standard input, line by line as after lockdeskctl, and the words cut, reconnect and "
                 "quit; each is answered by its JSON lines and a line of type done");
    app.add_flag("--json", t.json, "events as JSON lines, which they are anyway");
    app.add_flag(
        "--statements", t.statements,
        "with --control: print the statements that each command sends to the store, too, as lines of type statement");
    app.add_flag("--trust", t.trust,
                 "let the lesson's SQL run under this login on a server that cannot keep it in its sandbox");
    app.add_flag("--end-with-parent", t.with_parent, "end when the program that started it ends");
    app.footer("It takes part in a lesson as one of its actors, and leaves on SIGTERM.\n"
               "  lockdesk-worker --join postgresql://me@db/app --sandbox lesson_7f3a --as pod-b");
}

template <class T> T checked_join(Answer<T> answer)
{
    if (!answer)
        throw ctl::CommandFailed{answer.failure(), std::nullopt};
    return std::move(answer).value();
}

JoinOptions read_join(const JoinTexts& t)
{
    const char* from_environment = std::getenv("LOCKDESK_STORE");
    const std::string store = t.store != "-" ? t.store : from_environment != nullptr ? from_environment : "";
    if (store.empty())
        throw ctl::CommandFailed{Failure::usage("--join - needs the variable LOCKDESK_STORE"), std::nullopt};
    return {store,
            checked_join(SandboxId::parse(t.sandbox)),
            checked_join(WorkerId::parse(t.name)),
            std::min<Duration>(checked_join(parse_duration(t.timeout)), std::chrono::hours{24}),
            t.control,
            t.statements || !t.control,
            t.trust};
}

int complain(const std::string& message)
{
    app::complain("lockdesk-worker", message);
    return ctl::exit_usage;
}

} // namespace

bool wants_to_join(int argc, char** argv)
{
    return std::any_of(argv, argv + argc, [](const char* word) {
        const std::string_view text(word);
        return text == "--join" || text.starts_with("--join=");
    });
}

int join_lesson(int argc, char** argv)
{
    ctl::StopSignals signals;
    CLI::App app("Takes part in a lesson.", "lockdesk-worker");
    JoinTexts texts;
    declare_join(app, texts);
    if (std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "--help" || word == "-h"; }))
        return print_text(help_of(app)); // also where --join would take it for its value
    try {
        app.parse(argc, argv);
        const auto options = read_join(texts);
        if (options.timeout <= Duration{0})
            return complain("--timeout must be longer than 0");
        if (texts.with_parent)
            end_with_parent();
        Actor actor(options, signals);
        return options.control ? serve_standard_input(actor, signals) : serve_mailbox(actor, signals);
    } catch (const CLI::ParseError& error) {
        return complain(app::parse_mistake(error.what()) + " Try --help.");
    } catch (const ctl::CommandFailed& bad) {
        return complain(bad.failure.message);
    }
}

std::string manual_of(const CLI::App& app)
{
    CLI::App join;
    JoinTexts texts;
    declare_join(join, texts);
    return manual_of(app, join);
}

std::string done_line(int status) { return R"({"v":1,"type":"done","status":)" + std::to_string(status) + "}\n"; }

} // namespace lockdesk::worker
