// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/closest.h"
#include "app/ctl/command.h"
#include "app/ctl/completion.h"
#include "completion_text.h"

#include <cstdio>

namespace lockdesk::ctl {

namespace {

int print_script(Context& context, const Args& args)
{
    const std::string shell = args.text("SHELL");
    const char* text = shell == "bash"   ? bash_completion_text
                       : shell == "zsh"  ? zsh_completion_text
                       : shell == "fish" ? fish_completion_text
                                         : nullptr;
    if (text == nullptr)
        fail_usage("Unknown shell '" + shell + "'. Use one of: bash, zsh, fish."
                   + did_you_mean(shell, {"bash", "zsh", "fish"}));
    context.out().page_exactly(text);
    return exit_done;
}

// Its exit status: 3 when the name of a file may stand there.
int print_words(const CommandTree& tree, Context& context, const Args& args)
{
    std::vector<std::string> words = args.rest();
    if (args.has("--line")) {
        auto of_line = words_of_line(args.text("--line"));
        if (!of_line)
            return exit_done;
        words.assign(of_line->begin() + 1, of_line->end());
    }
    const auto completions = complete(tree, context, std::move(words));
    for (const std::string& word : completions.words)
        std::fprintf(stdout, "%s\n", word.c_str());
    std::fflush(stdout);
    return completions.files ? exit_no : exit_done;
}

} // namespace

void add_completion_commands(CommandTree& tree)
{
    tree.add("completion", "Print the shell's completion script, for lockdeskctl and lockdesk-worker.", print_script)
        .positional("SHELL", "bash, zsh or fish")
        .words({"bash", "zsh", "fish"})
        .text("Completes commands, options, ids of lessons, saved connections, states and, from the store of the line, "
              "names of "
              "locks: at most 200, and none when the store does not respond within two seconds.")
        .example("source <(lockdeskctl completion bash)", "for this shell; in zsh after compinit")
        .example("lockdeskctl completion bash > ~/.local/share/bash-completion/completions/lockdeskctl", "permanently")
        .example("lockdeskctl completion fish > ~/.config/fish/completions/lockdeskctl.fish");
    tree.add("complete-words", "Print what may stand in place of the last word.",
             [&tree](Context& context, const Args& args) { return print_words(tree, context, args); })
        .option("--line", "L", "the line up to the cursor, quoted as in a shell")
        .runs_command("the words so far")
        .hidden();
}

} // namespace lockdesk::ctl
