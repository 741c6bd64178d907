// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receiver_headers.h"

#include "backends/engine/text/text.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lockdesk::app {

namespace {

void add_lines(std::istream& from, std::vector<std::string>& to)
{
    for (std::string line; std::getline(from, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (!line.empty())
            to.push_back(line);
    }
}

} // namespace

Answer<std::vector<std::string>> receiver_headers(const std::vector<std::string>& given, std::string_view receiver)
{
    std::vector<std::string> out;
    for (const std::string& one : given) {
        if (!one.starts_with('@')) {
            out.push_back(one);
            continue;
        }
        std::ifstream file(one.substr(1));
        if (!file)
            return Failure::usage("cannot read the headers in '" + to_valid_utf8(one.substr(1)) + "'");
        const auto before = out.size();
        add_lines(file, out);
        if (file.bad() || out.size() == before) // a directory, or a file that was cut: deliveries without them would be refused
            return Failure::usage("there is no header in '" + to_valid_utf8(one.substr(1)) + "'");
    }
    // A command has no headers; the variable may be for another relay.
    const char* from_environment = receiver.starts_with("http") ? std::getenv("LOCKDESK_RECEIVER_HEADERS") : nullptr;
    if (from_environment != nullptr) {
        std::istringstream lines(from_environment);
        add_lines(lines, out);
    }
    return out;
}

} // namespace lockdesk::app
