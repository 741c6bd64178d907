// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"

#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <cstdint>

namespace lockdesk {

namespace {

// Whether a byte of it must not reach a terminal unescaped, or would change in a sentence that is shown.
bool needs_escapes(std::string_view text)
{
    return shown_code(text) != text || text.find_first_of("\n\t\\") != std::string_view::npos
           || (text.find('!') != std::string_view::npos && text.find('\'') != std::string_view::npos);
}

void append_octal(std::string& out, char byte)
{
    const auto value = static_cast<std::uint8_t>(byte);
    for (const int shift : {6, 3, 0})
        out += static_cast<char>('0' + ((value >> shift) & 7));
}

// All escapes are octal: three digits mean the same byte to every shell in every locale, and `shown` does not change them,
// so that a line inside a message can be copied. Escapes a quote with a bang, too: history expansion does not know that \'
// does not end the quotes.
std::string dollar_quoted(std::string_view text)
{
    std::string out = "$'";
    while (!text.empty()) {
        const auto size = std::max<std::size_t>(utf8_length(text), 1);
        const auto one = text.substr(0, size);
        // Checks the character alone, so that a combining mark is escaped, too.
        const bool plain = one.find_first_of("\n\t\\'!") == std::string_view::npos && shown_code(one) == one;
        if (plain) {
            out += one;
        } else {
            for (const char byte : one) {
                out += '\\';
                append_octal(out, byte);
            }
        }
        text.remove_prefix(size);
    }
    return out + "'";
}

// Joins a value that begins with a dash by `=`, so that it is not parsed as an option.
std::string option_text(std::string_view name, std::string_view value)
{
    return " " + std::string(name) + (value.starts_with('-') ? "=" : " ") + shell_word(value);
}

} // namespace

std::string shell_word(std::string_view text)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.front() != '=' && text.find_first_not_of(plain) == std::string_view::npos)
        return std::string(text);
    if (needs_escapes(text))
        return dollar_quoted(text);
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

CommandLine& CommandLine::global(std::string_view name, std::string_view value)
{
    m_globals += option_text(name, value);
    return *this;
}

CommandLine& CommandLine::positional(std::string_view value)
{
    m_positionals.emplace_back(value);
    return *this;
}

CommandLine& CommandLine::option(std::string_view name, std::string_view value)
{
    m_options += option_text(name, value);
    return *this;
}

CommandLine& CommandLine::option(std::string_view name, std::int64_t value) { return option(name, std::to_string(value)); }

CommandLine& CommandLine::flag(std::string_view name)
{
    m_options += " " + std::string(name);
    return *this;
}

CommandLine& CommandLine::reason(std::string_view text) { return option("--reason", text.empty() ? "-" : text); }

std::string CommandLine::text() const
{
    // Positionals from the first one with a dash on follow the word that ends the options.
    const auto dashed = std::find_if(m_positionals.begin(), m_positionals.end(),
                                     [](const std::string& value) { return value.starts_with('-'); });
    std::string line = m_program + m_globals + (m_verb.empty() ? "" : " " + m_verb);
    for (auto one = m_positionals.begin(); one != dashed; ++one)
        line.append(" ").append(shell_word(*one));
    line += m_options;
    if (dashed != m_positionals.end())
        line += " --";
    for (auto one = dashed; one != m_positionals.end(); ++one)
        line.append(" ").append(shell_word(*one));
    return line;
}

std::string command_line(const ForceRelease& request, std::string_view source)
{
    CommandLine line("lock force-release");
    if (source != "lockdesk")
        line.global("--source", source);
    const std::string &name = request.name.str(), &owner = request.if_owner.str();
    if (name_defect(name, {}) || name_defect(owner, {}))
        line.flag("--escaped").positional(shown(name)).option("--if-owner", shown(owner));
    else
        line.positional(name).option("--if-owner", owner);
    line.option("--if-token", request.if_token.number());
    if (request.if_expires_at)
        line.option("--if-expires", to_us(*request.if_expires_at));
    line.reason(request.reason);
    if (request.hold_off > Duration{0})
        line.option("--hold-off", duration_text(request.hold_off));
    return line.text();
}

std::string command_line(const EndCooling& request, std::string_view source)
{
    CommandLine line("lock end-hold-off");
    if (source != "lockdesk")
        line.global("--source", source);
    const std::string& name = request.name.str();
    if (name_defect(name, {}))
        line.flag("--escaped").positional(shown(name));
    else
        line.positional(name);
    return line.option("--if-token", request.if_token.number())
        .option("--if-until", to_us(request.if_cooling_until))
        .reason(request.reason)
        .text();
}

std::string command_line(const ForcedRelock& request)
{
    return CommandLine("task relock")
        .positional(request.id.str())
        .flag("--force")
        .option("--if-owner", request.if_owner)
        .option("--if-token", request.if_token.number())
        .option("--wait", duration_text(request.wait))
        .reason(request.reason)
        .text();
}

std::string command_line(const TaskRemoval& request)
{
    return CommandLine("task remove")
        .positional(request.id.str())
        .option("--if-owner", request.if_owner)
        .option("--if-token", request.if_token.number())
        .reason(request.reason)
        .text();
}

std::string command_line(const WorkerCommand& command)
{
    CommandLine line(std::string("worker ") + word(command.control.order));
    if (command.control.order == WorkerOrder::slow)
        line.positional(duration_text(command.control.slow_by));
    line.positional(command.id.str());
    if (!command.reason.empty())
        line.option("--reason", command.reason);
    return line.text();
}

} // namespace lockdesk
