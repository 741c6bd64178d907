// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/manual.h"

#include "app/common/complain.h"
#include "app/common/man_page.h"
#include "app/ctl/help.h"
#include "app/worker/options.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>

namespace lockdesk::worker {

namespace {

std::string term_of(const CLI::Option& option)
{
    std::string out;
    for (const std::string& name : option.get_snames())
        out += (out.empty() ? "-" : ", -") + name;
    for (const std::string& name : option.get_lnames())
        out += (out.empty() ? "--" : ", --") + name;
    if (option.get_items_expected_max() == 0)
        return out;
    return out + " " + option.get_type_name() + (option.get_items_expected_max() > 1 ? "..." : "");
}

using Heading = std::function<void(const std::string&)>;
using Item = std::function<void(const std::string& term, const std::string& text)>;

// Each option, below its group's name. Groups inherit the option for help, which is the program's.
void each_option(const CLI::App& app, const Heading& heading, const Item& item, bool is_group = false)
{
    for (const CLI::Option* option :
         app.get_options([&](const CLI::Option* one) { return !is_group || one != app.get_help_ptr(); }))
        item(term_of(*option), option->get_description() + (option->get_required() ? " (needed)" : ""));
    for (const CLI::App* group : app.get_subcommands([](const CLI::App*) { return true; })) {
        heading(group->get_description());
        each_option(*group, heading, item, true);
    }
}

} // namespace

std::string help_of(const CLI::App& app)
{
    std::string out = app.get_description() + "\n\nUsage: lockdesk-worker [OPTIONS]\n\nOptions:\n";
    each_option(
        app, [&](const std::string& name) { out += '\n' + name + ":\n"; },
        [&](const std::string& term, const std::string& text) { out += ctl::beside(term, text, 26); });
    return out + '\n' + app.get_footer() + '\n';
}

int print_text(const std::string& text)
{
    if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0)
        return 0;
    app::complain("lockdesk-worker", std::string("standard output cannot be written: ") + std::strerror(errno));
    return 1;
}

std::string manual_of(const CLI::App& app, const CLI::App& join)
{
    app::ManPage page("lockdesk-worker", "works on a store's tasks, outbox, guarded jobs or draws");
    const Heading heading = [&](const std::string& name) { page.subsection(name); };
    const Item item = [&](const std::string& term, const std::string& text) { page.item(term, text); };
    page.section("SYNOPSIS");
    page.lines("lockdesk-worker --store URL --kind K [--phase P...] [--advance FROM=TO...] [--exec CMD] [OPTIONS]\n"
               "lockdesk-worker --store URL --role relay --receiver R [OPTIONS]\n"
               "lockdesk-worker --store URL --role guard --lock NAME... --exec CMD [OPTIONS]\n"
               "lockdesk-worker --store URL --role leader --lock NAME --exec CMD [OPTIONS]\n"
               "lockdesk-worker --store URL --role draw --event E [OPTIONS]\n"
               "lockdesk-worker --store URL ROLE OPTIONS --also 'ROLE OPTIONS'...\n"
               "lockdesk-worker --join URL --sandbox ID --as NAME [OPTIONS]");
    page.section("DESCRIPTION");
    page.paragraph(
        "lockdesk-worker claims due tasks of a kind, handles them, and advances, relocks or fails them. In other "
        "roles it delivers the outbox's messages, runs guarded jobs, leads, or gives ranks. It writes a heartbeat "
        "every second and obeys `lockdeskctl worker pause`, `run`, `slow` and `stop`. An option that is for "
        "another role, or for demonstrations together with --exec, is refused.");
    page.paragraph("A command of --exec ends with the worker, with all that it has started, also when the worker is killed. "
                   "Work that outlasts the lock timeout loses its task, unless --extend is given. A task for which neither "
                   "--advance nor --desired has a next phase is relocked after exit status 0, too, for its lock timeout.");
    page.paragraph("With --also the process has one heartbeat; killed, it loses all that its roles hold. The message of "
                   "--announce is written after the task; a real handler writes its message in the transaction of its "
                   "work. Dead messages are never removed, whatever the retention.");
    page.section("OPTIONS");
    each_option(app, heading, item);
    page.section("JSON");
    page.paragraph(
        "With --json each event is a line event{worker,event,task,phase,token,store_us,mono_us}. Of tasks, event is "
        "started, claimed, advanced, relocked, unlocked, failed, lost, refused, paused, stopped or heartbeat; of a "
        "leader elected, renewed, ran, lost and resigned; of a draw accepted, duplicate, closed and ranked. "
        "collected{worker,entity,rows} is what the retention removed. A reader may stall: the work continues, and "
        "left_out counts the lines that were not read.");
    page.section("LESSONS");
    page.paragraph(
        "With --join it takes part in a lesson as one of its actors: it runs commands of lockdeskctl(1) in one "
        "process and one session, as the lesson requests them through records of the sandbox. Only commands of "
        "lessons run: none that starts a program, touches a file or names another store; others return 2. It ends "
        "with 0 when the sandbox is dropped, or when another process has joined under its name.");
    each_option(join, heading, item);
    page.paragraph(
        "With --control each command is answered by its JSON lines and {\"v\":1,\"type\":\"done\",\"status\":N}. "
        "`cut` and `reconnect` close its session and open it again; in between every command fails as if the store "
        "could not be reached. It ends with `quit` or the end of the input.");
    page.common_end(true);
    page.section("SIGNALS");
    page.paragraph("On SIGTERM and SIGINT it finishes its tasks or releases them, and ends with 0.");
    page.section("EXAMPLES");
    page.lines(example_lines());
    page.section("SEE ALSO");
    page.paragraph("lockdesk(1), lockdeskctl(1)");
    return page.text();
}

} // namespace lockdesk::worker
