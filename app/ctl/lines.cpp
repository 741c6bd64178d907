// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lines.h"

#include "app/ctl/words.h"

namespace lockdesk::ctl {

std::optional<int> run_line(const CommandTree& tree, Context& context, std::string_view line, const GlobalOptions& defaults,
                            const std::string& place)
{
    auto words = split_words(line);
    if (!words)
        return context.out().fail(Failure::usage(place + words.failure().message), std::nullopt);
    if (words->empty())
        return std::nullopt;
    if (words->front() == "lockdeskctl")
        words->erase(words->begin());
    const int status = tree.run(context, std::move(*words), defaults);
    context.set_options(defaults);
    context.out().set_layout(defaults.layout);
    context.out().set_json(defaults.json);
    return status;
}

} // namespace lockdesk::ctl
