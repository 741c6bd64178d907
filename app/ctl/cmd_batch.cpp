// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/lines.h"

#include <fstream>
#include <iostream>
#include <unistd.h>

namespace lockdesk::ctl {

namespace {

// A blocking read of a line cannot be interrupted otherwise, and the program holds nothing while it waits.
bool next_line(Context& context, std::istream& in, std::string& line)
{
    const auto hook = context.signals().on_stop([&context] { _exit(128 + context.signals().number()); });
    return !context.signals().stopped() && static_cast<bool>(std::getline(in, line));
}

int run_lines(const CommandTree& tree, Context& context, std::istream& in)
{
    const GlobalOptions defaults = context.options();
    int status = exit_done;
    std::string line;
    for (std::size_t number = 1; next_line(context, in, line); ++number) {
        const auto one = run_line(tree, context, line, defaults, "line " + std::to_string(number) + ": ");
        status = status == exit_done ? one.value_or(exit_done) : status;
    }
    return status;
}

} // namespace

void add_batch_commands(CommandTree& tree)
{
    tree.add("batch", "Run one command per line, in one process and one session.",
             [&tree, running = false](Context& context, const Args& args) mutable {
                 if (running)
                     fail_usage("a batch cannot run another batch");
                 const std::string file = args.text("FILE");
                 std::ifstream opened;
                 if (file != "-") {
                     opened.open(file);
                     if (!opened)
                         fail_usage("cannot read '" + file + "'");
                 }
                 running = true;
                 context.set_sessions_stay(true);
                 context.out().allow_pager(false);
                 const int status = run_lines(tree, context, file == "-" ? context.take_standard_input() : opened);
                 running = false;
                 return status;
             })
        .tabled()
        .positional("FILE", "the lines; - is standard input")
        .text("Each line is a command as after `lockdeskctl`, quoted as in a shell; empty lines and lines that begin "
              "with # are skipped. A line may begin with options such as --sandbox ID, which hold for that line. "
              "Every line runs, whatever the result of earlier ones; the exit status is that of the first line "
              "that did not end with 0. A memory: store lasts as long as the batch.")
        .example("lockdeskctl --store memory:demo batch story.txt")
        .example("printf 'lock acquire a --owner me --lease 30s\\nlist locks\\n' | lockdeskctl --store memory:x batch -");
}

} // namespace lockdesk::ctl
