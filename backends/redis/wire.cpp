// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/wire.h"

#include <charconv>
#include <cstring>

namespace lockdesk::redis {

namespace {

// Room for "*2147483647\r\n" before a command, whose count is known only at its end. The unused part is cut off.
constexpr std::size_t head_room = 12;

} // namespace

void Wire::clear()
{
    m_text.clear();
    m_commands = 0;
    m_open = false;
}

void Wire::command()
{
    close_command();
    m_begin = m_text.size();
    m_text.append(head_room, ' ');
    m_arguments = 0;
    m_open = true;
    ++m_commands;
}

Wire& Wire::add(std::string_view argument)
{
    char head[24];
    head[0] = '$';
    char* end = std::to_chars(head + 1, head + 22, argument.size()).ptr;
    *end++ = '\r';
    *end++ = '\n';
    m_text.append(head, static_cast<std::size_t>(end - head));
    m_text.append(argument);
    m_text.append("\r\n", 2);
    ++m_arguments;
    return *this;
}

Wire& Wire::add(std::int64_t number)
{
    char digits[24];
    const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

void Wire::close_command()
{
    if (!m_open)
        return;
    char head[head_room + 1];
    head[0] = '*';
    char* end = std::to_chars(head + 1, head + head_room - 1, m_arguments).ptr;
    *end++ = '\r';
    *end++ = '\n';
    const auto size = static_cast<std::size_t>(end - head);
    if (m_begin == 0) {
        // Usually the only command: its head ends where its arguments begin, and `finish` starts at the head.
        std::memcpy(m_text.data() + head_room - size, head, size);
    } else {
        m_text.replace(m_begin, head_room, head, size);
    }
    m_open = false;
}

std::string_view Wire::finish()
{
    close_command();
    if (m_text.empty())
        return {};
    const auto start = m_text.find('*');
    return std::string_view(m_text).substr(start);
}

std::vector<std::string> shown_commands(std::string_view wire)
{
    // "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n": written by this class, so it is complete.
    const auto number = [&wire] {
        const auto end = wire.find("\r\n");
        std::size_t out = 0;
        std::from_chars(wire.data() + 1, wire.data() + end, out);
        wire.remove_prefix(end + 2);
        return out;
    };
    std::vector<std::string> out;
    while (!wire.empty()) {
        std::string& command = out.emplace_back();
        for (std::size_t left = number(); left > 0; --left) {
            const std::size_t size = number();
            command += (command.empty() ? "" : " ") + quoted_argument(wire.substr(0, size));
            wire.remove_prefix(size + 2);
        }
    }
    return out;
}

std::string quoted_argument(std::string_view argument)
{
    std::string out = "\"";
    for (const char c : argument) {
        const auto u = static_cast<unsigned char>(c);
        switch (c) {
        case '\\': out += "\\\\"; break;
        case '"': out += "\\\""; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        case '\a': out += "\\a"; break;
        case '\b': out += "\\b"; break;
        default:
            if (u >= 0x20 && u < 0x7F) {
                out += c;
            } else {
                constexpr char digits[] = "0123456789abcdef";
                out += "\\x";
                out += digits[u >> 4];
                out += digits[u & 0xF];
            }
        }
    }
    return out + "\"";
}

} // namespace lockdesk::redis
