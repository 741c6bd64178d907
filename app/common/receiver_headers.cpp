// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receiver_headers.h"

#include "backends/engine/text/text.h"
#include "backends/receivers/make_receiver.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lockdesk::app {

namespace {

// Empty lines and those that begin with # are no headers. A failure names the place and does not contain the line.
std::optional<Failure> add_lines(std::istream& from, const std::string& place, std::vector<std::string>& to)
{
    std::string line;
    for (std::size_t number = 1; std::getline(from, line); ++number) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.find_first_not_of(" \t") == std::string::npos || line.starts_with('#'))
            continue;
        if (auto defect = header_defect(line)) {
            defect->message = "line " + std::to_string(number) + " of " + place + ": " + defect->message;
            return defect;
        }
        to.push_back(line);
    }
    return std::nullopt;
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
        if (auto defect = add_lines(file, "'" + to_valid_utf8(one.substr(1)) + "'", out))
            return *defect;
        if (file.bad() || out.size() == before) // a directory, or a file that was cut: deliveries without them would be refused
            return Failure::usage("there is no header in '" + to_valid_utf8(one.substr(1)) + "'");
    }
    // A command has no headers; the variable may be for another relay.
    const char* from_environment = receiver.starts_with("http") ? std::getenv("LOCKDESK_RECEIVER_HEADERS") : nullptr;
    if (from_environment != nullptr) {
        std::istringstream lines(from_environment);
        if (auto defect = add_lines(lines, "the variable LOCKDESK_RECEIVER_HEADERS", out))
            return *defect;
    }
    return out;
}

} // namespace lockdesk::app
