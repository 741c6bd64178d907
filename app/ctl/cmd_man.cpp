// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/man_page.h"
#include "app/ctl/command.h"
#include "app/ctl/global_options.h"

#include <cstdio>

namespace lockdesk::ctl {

namespace {

using app::ManPage;

void add_values(ManPage& page, const Command& command)
{
    for (const auto& item : command.items()) {
        const bool several = item.kind == Command::Kind::many || item.kind == Command::Kind::several;
        page.item(item.name + (item.placeholder.empty() ? "" : " ") + item.placeholder + (several ? "..." : ""),
                  item.help + (item.kind == Command::Kind::required ? " (needed)" : ""));
    }
    if (!command.rest_help().empty())
        page.item("-- CMD...", command.rest_help());
}

void add_command(ManPage& page, const Command& command)
{
    page.subsection(command.path());
    page.paragraph(command.summary());
    page.paragraph(command.usage());
    for (const std::string& paragraph : command.paragraphs())
        page.paragraph(paragraph);
    add_values(page, command);
    std::string examples;
    for (const auto& [line, what] : command.examples())
        examples += (what.empty() ? "" : "# " + what + '\n') + line + '\n';
    if (!examples.empty()) {
        page.paragraph(command.examples().size() == 1 ? "Example:" : "Examples:");
        page.lines(examples);
    }
}

void add_options(ManPage& page)
{
    page.section("OPTIONS OF EVERY COMMAND");
    page.paragraph("They may come before or after the command, up to `--`.");
    for (const GlobalOption& option : global_options())
        page.item((*option.letter != '\0' ? std::string(option.letter) + ", " : std::string()) + option.name
                      + (*option.placeholder != '\0' ? " " : "") + option.placeholder,
                  option.help);
    page.subsection("Stores");
    page.item("sqlite:///tmp/x.db", "the file /tmp/x.db");
    page.item("postgresql://user@host/db, mariadb://user@host/db, mongodb://user@host/db", "a database on a server");
    page.item("redis://host:6379/0, redlock://h1,h2,h3", "a Redis server, or several");
    page.item("memory:NAME", "lives as long as the process, such as a `batch`");
    page.item("@NAME", "a saved connection, see `use`");
    page.paragraph("TLS on every store, or in the spelling of the store's own client:");
    page.lines("?tls=verify|require|off&tls-ca=FILE&tls-cert=FILE&tls-key=FILE&tls-name=NAME");
    page.paragraph("TLS that is requested and not available is exit status 5. An option "
                   "that the store does not know is exit status 2.");
    page.subsection("Values");
    page.paragraph("Durations are 250ms, 30s, 2m, 1h or forever; a bare number is refused, except 0. Names and owners are "
                   "UTF-8 of 1 to 200 bytes.");
    page.subsection("JSON");
    page.paragraph(
        "With `--json` each line of standard output is one UTF-8 object, flushed at once. Every object has v (1), "
        "type and store_us, the store's clock at that reply. Times and durations are integers in microseconds; "
        "their keys end in _us. Absent is null.");
}

void add_notes(ManPage& page)
{
    page.section("FOREIGN TEXT");
    page.paragraph(
        "Names, owners and messages of servers are shown safely: control characters, bidirectional and invisible "
        "ones and bytes that are not UTF-8 appear as escapes, such as \\x1b, \\n or \\u202e. A backslash that could "
        "be read as an escape is doubled. With `--json` texts are exact. Command lines that are printed or kept in "
        "the audit are quoted for a shell, where needed as $'...', which `batch` reads, too.");
    page.section("SIGNALS");
    page.paragraph("SIGINT, SIGTERM and SIGHUP release what the command holds, then end it. A second one ends it at once.");
    page.section("EXAMPLES");
    page.lines("export LOCKDESK_STORE=sqlite:///tmp/locks.db\n"
               "lockdeskctl init\n"
               "lockdeskctl lock acquire orders --owner me --lease 30s --wait 10s\n"
               "lockdeskctl list locks state:expired\n"
               "lockdeskctl --json task claim gateway Creating --owner me --limit 7");
    page.section("SEE ALSO");
    page.paragraph("lockdesk(1), lockdesk-worker(1)");
}

std::string manual(const CommandTree& tree)
{
    ManPage page("lockdeskctl", "locks, tasks, outbox and workers of a store from the command line");
    page.section("SYNOPSIS");
    page.lines("lockdeskctl [OPTIONS] COMMAND ...\nlockdeskctl help [COMMAND...]");
    page.section("DESCRIPTION");
    page.paragraph(
        "lockdeskctl works on one store: a SQLite file, a PostgreSQL, MariaDB or MongoDB database, a Redis server, "
        "or memory. For people it prints sentences and tables; with `--json` one JSON object a line, for "
        "scripts.");
    page.paragraph("On a terminal an action that cannot be undone asks first, unless `--yes` is given; no is exit status 3. "
                   "Scripts and batches are not asked.");
    add_options(page);
    page.section("COMMANDS");
    for (const auto& [path, command] : tree.commands())
        if (!command.is_hidden())
            add_command(page, command);
    page.common_end(true);
    add_notes(page);
    return page.text();
}

} // namespace

void add_man_commands(CommandTree& tree)
{
    tree.add("man", "Print the page of the manual, in roff.",
             [&tree](Context& context, const Args&) {
                 context.out().page_exactly(manual(tree));
                 return static_cast<int>(exit_done);
             })
        .hidden();
}

} // namespace lockdesk::ctl
