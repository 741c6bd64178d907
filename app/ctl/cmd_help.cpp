// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/help.h"

namespace lockdesk::ctl {

void add_help_commands(CommandTree& tree)
{
    tree.add("help", "Show the help of a command, or of the program.",
             [&tree](Context& context, const Args& args) {
                 context.out().page(tree.help_about(args.all("COMMAND")));
                 return static_cast<int>(exit_done);
             })
        .many("COMMAND", "the words of a command, e.g. lock acquire")
        .offers([&tree] { return tree.below(""); });
    tree.add("version", "Show the program's version.", [](Context& context, const Args&) {
        print_version(context.out());
        return static_cast<int>(exit_done);
    });
}

} // namespace lockdesk::ctl
