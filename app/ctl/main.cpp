// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/stores.h"
#include "app/ctl/command.h"
#include "backends/engine/runners/unwaited.h"

#include <string>
#include <vector>

namespace {

int run(int argc, char** argv)
{
    using namespace lockdesk;
    ctl::StopSignals signals; // before any thread, so that every thread blocks the signals
    ctl::Output out(false, signals);
    out.allow_pager(true);
    ctl::CommandTree tree;
    ctl::add_all_commands(tree);
    SystemRuntime runtime;
    ctl::Context context(app::make_registry(), runtime, signals, out);
    std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (words.empty())
        words = {"--help"};
    return tree.run(context, std::move(words), {});
}

} // namespace

int main(int argc, char** argv) { return lockdesk::end_of_program(run(argc, argv)); }
