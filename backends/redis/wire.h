// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

/// Commands in the server's protocol. Reuse one object to reuse its memory.
class Wire
{
public:
    void clear();
    /// Begins another command after the existing ones.
    void command();
    Wire& add(std::string_view argument);
    Wire& add(const char* argument) { return add(std::string_view(argument)); }
    Wire& add(const std::string& argument) { return add(std::string_view(argument)); }
    Wire& add(std::int64_t number);
    Wire& add(int number) { return add(static_cast<std::int64_t>(number)); }
    Wire& add(bool flag) { return add(std::string_view(flag ? "1" : "0")); }
    /// Adds an optional argument: the number, or an empty text.
    Wire& add_or_empty(const std::int64_t* number) { return number != nullptr ? add(*number) : add(std::string_view()); }
    /// Returns everything since `clear`, ready to send.
    std::string_view finish();
    [[nodiscard]] std::size_t commands() const { return m_commands; }

private:
    void close_command();
    std::string m_text;
    std::size_t m_begin = 0; ///< of the open command
    std::size_t m_arguments = 0;
    std::size_t m_commands = 0;
    bool m_open = false;
};

/// Returns the commands of such a text, each as MONITOR prints it.
std::vector<std::string> shown_commands(std::string_view wire);

/// Quotes an argument like MONITOR and redis-cli: in quotes, bytes outside printable ASCII as escapes.
std::string quoted_argument(std::string_view argument);

} // namespace lockdesk::redis
