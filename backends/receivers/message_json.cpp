// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/receivers/message_json.h"

#include "backends/engine/text/text.h"

namespace lockdesk {

namespace {

constexpr int deepest = 200;

// Checks whether a text is one JSON text. Every function returns false at the first error.
class JsonCheck
{
public:
    explicit JsonCheck(std::string_view text) : m_text(text) {}
    bool whole() { return value(0) && (space(), m_at == m_text.size()); }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char c) { return peek() == c && m_at < m_text.size() && ++m_at != 0; }
    void space()
    {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }
    bool literal(std::string_view word)
    {
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }
    bool digits()
    {
        const auto from = m_at;
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        return m_at > from;
    }
    bool number()
    {
        (void)take('-');
        if (!take('0') && !digits())
            return false;
        if (take('.') && !digits())
            return false;
        if (take('e') || take('E')) {
            (void)(take('+') || take('-'));
            return digits();
        }
        return true;
    }
    bool escape()
    {
        if (take('u')) {
            for (int i = 0; i < 4; ++i, ++m_at)
                if (std::string_view("0123456789abcdefABCDEF").find(peek()) == std::string_view::npos || peek() == '\0')
                    return false;
            return true;
        }
        const bool known = peek() != '\0' && std::string_view("\"\\/bfnrt").find(peek()) != std::string_view::npos;
        ++m_at;
        return known;
    }
    bool string()
    {
        if (!take('"'))
            return false;
        while (m_at < m_text.size()) {
            const auto c = static_cast<unsigned char>(m_text[m_at++]);
            if (c == '"')
                return true;
            if (c < 0x20 || (c == '\\' && !escape()))
                return false;
        }
        return false;
    }
    bool members(char close, int depth, bool named)
    {
        space();
        if (take(close))
            return true;
        do {
            space();
            if (named && !(string() && (space(), take(':'))))
                return false;
            if (!value(depth + 1))
                return false;
            space();
        } while (take(','));
        return take(close);
    }
    bool value(int depth)
    {
        space();
        if (depth > deepest)
            return false;
        switch (peek()) {
        case '{': return take('{') && members('}', depth, true);
        case '[': return take('[') && members(']', depth, false);
        case '"': return string();
        case 't': return literal("true");
        case 'f': return literal("false");
        case 'n': return literal("null");
        default: return number();
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

bool is_json(std::string_view text) { return is_utf8(text) && JsonCheck(text).whole(); }

std::string message_json(const MessageRow& message)
{
    return "{\"id\":" + json_quote(message.id) + ",\"topic\":" + json_quote(message.topic)
           + ",\"payload\":" + (is_json(message.payload) ? message.payload : json_quote(message.payload)) + ",\"tries\":"
           + std::to_string(message.tries) + ",\"created_us\":" + std::to_string(to_us(message.created_at)) + "}";
}

} // namespace lockdesk
