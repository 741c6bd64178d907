// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/missing_value.h"

namespace lockdesk::app {

std::string missing_value(std::span<const std::string> words, const std::function<bool(const std::string&)>& takes_value,
                          const std::function<bool(const std::string&)>& is_option)
{
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
        if (!words[i].starts_with('-') || !takes_value(words[i]))
            continue;
        const bool last = i + 1 == words.size();
        const std::string next = last ? std::string() : words[i + 1].substr(0, words[i + 1].find('='));
        if (last)
            return words[i] + " needs a value.";
        if (next == "--")
            return words[i] + " needs a value.";
        if (next.starts_with("--") && is_option(next))
            return words[i] + " needs a value; " + next + " is an option.";
        ++i;
    }
    return {};
}

} // namespace lockdesk::app
