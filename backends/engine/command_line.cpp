// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/command_line.h"

#include "backends/engine/text.h"

namespace lockdesk {

std::string shell_word(std::string_view text)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos)
        return std::string(text);
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string command_line(const ForceRelease& request, std::string_view source)
{
    const std::string global = source == "lockdesk" ? "" : "--source " + shell_word(source) + " ";
    std::string line = "lockdeskctl " + global + "lock force-release " + shell_word(request.name.str()) + " --if-owner "
                       + shell_word(request.if_owner.str()) + " --if-token " + std::to_string(request.if_token.number());
    if (request.if_expires_at)
        line += " --if-expires " + std::to_string(to_us(*request.if_expires_at));
    line += " --reason " + shell_word(request.reason);
    if (request.hold_off > Duration{0})
        line += " --hold-off " + duration_text(request.hold_off);
    return line;
}

std::string command_line(const ForcedRelock& request)
{
    return "lockdeskctl task relock " + shell_word(request.id.str()) + " --force --if-owner " + shell_word(request.if_owner)
           + " --if-token " + std::to_string(request.if_token.number()) + " --wait " + duration_text(request.wait)
           + " --reason " + shell_word(request.reason);
}

} // namespace lockdesk
