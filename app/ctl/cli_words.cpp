// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/cli_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace lockdesk::ctl {

namespace {

using Words = std::vector<std::string>;

// CLI11 reads a value such as "[a,b]" of a repeatable option as a list, and the value of "--x=" as missing. A mark before
// the bracket (and before a typed mark) and a separate word for the empty value keep all of them as typed.
constexpr char bracket_mark = '\x01';

Words shielded(const Words& words)
{
    Words out;
    bool options = true;
    for (const std::string& word : words) {
        options = options && word != "--";
        if (options && word.size() > 3 && word.starts_with("--") && word.find('=') == word.size() - 1) {
            out.push_back(word.substr(0, word.size() - 1));
            out.emplace_back();
        } else {
            out.push_back(word.starts_with('[') || word.starts_with(bracket_mark) ? bracket_mark + word : word);
        }
    }
    return out;
}

} // namespace

std::string unshielded(const std::string& word) { return word.starts_with(bracket_mark) ? word.substr(1) : word; }

void cli_parse(CLI::App& app, const Words& words)
{
    Words reversed = shielded(words); // CLI11 consumes them from the back
    std::reverse(reversed.begin(), reversed.end());
    app.parse(std::move(reversed));
}

} // namespace lockdesk::ctl
