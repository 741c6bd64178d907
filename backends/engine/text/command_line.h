// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/contracts/workers.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// Quotes a word for a shell, exact to the byte: plain where safe, in single quotes where needed, as `$'...'` (bash, zsh,
/// ksh, POSIX 2024) if it contains characters that control a terminal or line editor or are invisible: control characters,
/// bidirectional and invisible ones, bytes that are not UTF-8. The result is printable, so that pasting it into a terminal
/// only inserts it.
std::string shell_word(std::string_view text);

/// Builds a command line of one of our programs. No value can act as an option, a second command or a key press.
class CommandLine
{
public:
    /// `verb` is one of ours, such as `lock force-release`; empty for a program without verbs.
    explicit CommandLine(std::string_view verb, std::string_view program = "lockdeskctl") : m_program(program), m_verb(verb)
    {
    }

    /// An option before the verb, such as `--store`.
    CommandLine& global(std::string_view name, std::string_view value);
    CommandLine& positional(std::string_view value);
    CommandLine& option(std::string_view name, std::string_view value);
    CommandLine& option(std::string_view name, std::int64_t value);
    CommandLine& flag(std::string_view name);
    /// `--reason`; an empty one is `-`, which the programs read as none: they refuse an empty word.
    CommandLine& reason(std::string_view text);
    [[nodiscard]] std::string text() const;

private:
    std::string m_program, m_verb;
    std::string m_globals, m_options; ///< each with a leading space
    std::vector<std::string> m_positionals;
};

/// Returns the `lockdeskctl` line of a forced action for the audit: what an operator would have typed. Without the store,
/// whose address may contain a password.
std::string command_line(const ForceRelease& request, std::string_view source = "lockdesk");
std::string command_line(const EndCooling& request, std::string_view source = "lockdesk");
std::string command_line(const ForcedRelock& request);
std::string command_line(const TaskRemoval& request);
std::string command_line(const WorkerCommand& command);

} // namespace lockdesk
