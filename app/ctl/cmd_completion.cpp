// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/json/json.h"
#include "completion_text.h"

#include <cstdio>

namespace lockdesk::ctl {

namespace {

int print_script(Context&, const Args& args)
{
    if (args.text("SHELL") != "bash")
        fail_usage("completion is there for bash, not for '" + args.text("SHELL") + "'");
    std::fputs(bash_completion_text, stdout);
    std::fflush(stdout);
    return exit_done;
}

} // namespace

void add_completion_commands(CommandTree& tree)
{
    tree.add("completion", "Print the shell's completion script.", print_script)
        .positional("SHELL", "bash")
        .words({"bash"})
        .example("source <(lockdeskctl completion bash)", "for this shell")
        .example("lockdeskctl completion bash > ~/.local/share/bash-completion/completions/lockdeskctl", "for ever");
    tree.add("complete-words", "Print what may stand in place of the last word.",
             [&tree](Context&, const Args& args) {
                 for (const std::string& word : tree.complete(args.rest()))
                     std::fprintf(stdout, "%s\n", word.c_str());
                 std::fflush(stdout);
                 return static_cast<int>(exit_done);
             })
        .runs_command("the words so far")
        .hidden();
}

} // namespace lockdesk::ctl
