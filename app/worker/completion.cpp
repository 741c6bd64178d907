// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/completion.h"

#include "app/common/stores.h"
#include "app/ctl/completion.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace lockdesk::worker {

namespace {

using Words = std::vector<std::string>;

const std::map<std::string, Words>& values()
{
    static const std::map<std::string, Words> all{
        {"--role", {"tasks", "relay", "guard", "leader", "draw"}},
        {"--guard", {"none", "named", "skip-locked", "skip-locked-rows", "fixed", "watchdog", "redlock"}},
        {"--strategy", {"atomic", "plain", "skip-locked-2", "version", "none"}},
        {"--backoff", {"exponential", "fixed:"}},
        {"--retention", {"off", "7d"}},
        {"--receiver", {"exec:", "http://", "https://"}},
        {"--store", {"sqlite:///", "postgresql://", "mariadb://", "redis://", "rediss://", "mongodb://", "redlock://"}}};
    return all;
}

// Asks the store of the line, as lockdeskctl does.
Words lock_names(const Words& words)
{
    Words line{"lock", "show", words.back()};
    for (const char* option : {"--store", "--sandbox", "--source", "--timeout"})
        for (std::size_t i = 0; i + 2 < words.size(); ++i)
            if (words[i] == option)
                line.insert(line.begin(), {words[i], words[i + 1]});
    ctl::StopSignals signals(ctl::StopSignals::Takes::nothing);
    ctl::Output out(false, signals);
    ctl::CommandTree tree;
    ctl::add_all_commands(tree);
    SystemRuntime runtime;
    ctl::Context context(app::make_registry(), runtime, signals, out);
    return ctl::complete(tree, context, std::move(line)).words;
}

} // namespace

int print_completions(std::vector<std::string> words)
{
    if (words.size() == 2 && words.front() == "--line") {
        const auto of_line = ctl::words_of_line(words.back());
        words = of_line ? Words(of_line->begin() + 1, of_line->end()) : Words();
    } else if (!words.empty() && words.front() == "--") {
        words.erase(words.begin());
    }
    if (words.empty())
        return 0;
    const std::string& typed = words.back();
    const std::string before = words.size() > 1 ? words[words.size() - 2] : std::string();
    const auto known = values().find(before);
    const Words candidates = known != values().end() ? known->second : before == "--lock" ? lock_names(words) : option_names();
    for (const std::string& one : candidates)
        if (one.starts_with(typed))
            (void)std::fprintf(stdout, "%s\n", one.c_str());
    (void)std::fflush(stdout);
    return before == "--persons" || before == "--exec" ? 3 : 0;
}

} // namespace lockdesk::worker
