// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/complain.h"

#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/store_url.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace lockdesk::app {

void complain(std::string_view program, std::string_view sentence)
{
    const auto end = sentence.find_last_not_of(" \t\r\n");
    const std::string line =
        std::string(program) + (program.empty() ? "" : ": ") + shown(without_url_secrets(sentence.substr(0, end + 1))) + '\n';
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
    (void)std::fflush(stderr);
}

namespace {

// Returns the words between `begin` and `end` of the text, or an empty string if it has another form.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end)
{
    if (!text.starts_with(begin) || !text.ends_with(end) || text.size() < begin.size() + end.size())
        return {};
    return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

std::string without_values(std::string_view message)
{
    const auto list = message.find(": ");
    if (list == std::string_view::npos || message.find("not expected") > list || message.find(" -", list) == std::string_view::npos)
        return std::string(message);
    std::string out(message.substr(0, list + 1));
    for (std::size_t begin = list + 2; begin < message.size();) {
        const auto end = std::min(message.find(' ', begin), message.size());
        if (const auto word = message.substr(begin, end - begin); word.starts_with('-'))
            out += ' ' + std::string(word.substr(0, word.find('=')));
        begin = end + 1;
    }
    return out;
}

// `--store: At Most 1 required but received 2`, of an option that stands in the line twice.
std::string repeated_option(std::string_view message)
{
    const auto colon = std::min(message.find(": "), message.size());
    const auto count = between(message.substr(colon), ": At Most 1 required but received ", "");
    return count.empty() ? std::string()
                         : std::string(message.substr(0, colon)) + " is given " + std::string(count) + " times; it takes one value";
}

} // namespace

std::string parse_mistake(std::string_view message)
{
    const std::string repeated = repeated_option(message);
    return (repeated.empty() ? without_values(message) : repeated) + ".";
}

} // namespace lockdesk::app
