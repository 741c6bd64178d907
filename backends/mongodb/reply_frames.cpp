// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/reply_frames.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace lockdesk::mongodb {

namespace {

constexpr std::int32_t op_reply = 1, op_msg = 2013;
constexpr std::size_t header = 16;
constexpr std::size_t to_document_of_msg = header + 4 + 1, to_document_of_reply = header + 20;
constexpr std::size_t a_length = 4, of_checksum = 4, shortest_document = 5;
constexpr int deepest = 100; ///< as libbson's own
constexpr std::size_t longest = 48'000'000 + 16 * 1024; ///< maxMessageSizeBytes, and room for a document that is full
constexpr std::uint32_t has_checksum = 1, more_follows = 2, may_stream = 1U << 16;
constexpr std::size_t much = 1 << 20; ///< more is not kept between two messages

std::uint32_t number(const unsigned char* at) // little endian
{
    return at[0] | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16 | std::uint32_t{at[3]} << 24;
}

std::size_t to_document(std::uint32_t kind) { return kind == op_reply ? to_document_of_reply : to_document_of_msg; }

bool is_header(const unsigned char* message)
{
    const std::uint32_t size = number(message), kind = number(message + 12);
    return (kind == op_reply || kind == op_msg) && size <= longest && size >= to_document(kind) + shortest_document;
}

/// Walks one document. bson_validate does not suffice: it passes over the ends of inner documents, at which copying then aborts.
/// Source: https://bsonspec.org/spec.html
class DocumentWalk
{
public:
    DocumentWalk(const unsigned char* from, std::size_t size, int depth = 0) : m_at(from), m_end(from + size), m_depth(depth) {}

    bool is_whole()
    {
        const auto size = static_cast<std::size_t>(m_end - m_at);
        if (m_depth > deepest || size < shortest_document || number(m_at) != size || m_end[-1] != 0)
            return false;
        m_at += a_length;
        --m_end; // its last byte
        while (m_at < m_end) {
            const unsigned char type = *m_at++;
            if (!skip_text() || !skip_value(type))
                return false;
        }
        return true;
    }

private:
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    bool skip(std::size_t bytes)
    {
        if (left() < bytes)
            return false;
        m_at += bytes;
        return true;
    }
    bool skip_text() // up to its zero
    {
        const auto* const zero = static_cast<const unsigned char*>(std::memchr(m_at, 0, left()));
        if (zero == nullptr)
            return false;
        m_at = zero + 1;
        return true;
    }
    bool skip_string()
    {
        const std::size_t size = left() < a_length ? 0 : number(m_at);
        return size > 0 && skip(a_length) && skip(size) && m_at[-1] == 0;
    }
    bool skip_document()
    {
        const std::size_t size = left() < a_length ? 0 : number(m_at);
        return size <= left() && DocumentWalk(m_at, size, m_depth + 1).is_whole() && skip(size);
    }
    bool skip_binary()
    {
        constexpr unsigned char old = 2; // has its length again
        const std::size_t size = left() < a_length ? SIZE_MAX : number(m_at);
        if (!skip(a_length + 1) || left() < size)
            return false;
        return (m_at[-1] != old || (size >= a_length && number(m_at) == size - a_length)) && skip(size);
    }
    bool skip_code()
    {
        const auto* const begin = m_at;
        const std::size_t size = left() < a_length ? 0 : number(m_at);
        return skip(a_length) && skip_string() && skip_document() && static_cast<std::size_t>(m_at - begin) == size;
    }
    bool skip_value(unsigned char type)
    {
        switch (type) {
        case 0x06: case 0x0a: case 0x7f: case 0xff: return true; // undefined, null, the keys that are last and first
        case 0x08: return left() > 0 && *m_at <= 1 && skip(1);
        case 0x10: return skip(4);
        case 0x01: case 0x09: case 0x11: case 0x12: return skip(8); // double, date, timestamp, 64 bit
        case 0x07: return skip(12);
        case 0x13: return skip(16);
        case 0x02: case 0x0d: case 0x0e: return skip_string(); // text, code, symbol
        case 0x03: case 0x04: return skip_document(); // and array
        case 0x05: return skip_binary();
        case 0x0b: return skip_text() && skip_text();
        case 0x0c: return skip_string() && skip(12);
        case 0x0f: return skip_code();
        default: return false;
        }
    }

    const unsigned char* m_at;
    const unsigned char* m_end;
    const int m_depth;
};

} // namespace

bool ReplyFrames::take(std::string_view bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    while (m_bytes.size() - m_ready >= header) {
        const auto* message = reinterpret_cast<const unsigned char*>(m_bytes.data() + m_ready);
        if (!is_header(message))
            return false;
        const std::size_t size = number(message);
        if (m_bytes.size() - m_ready < size)
            break;
        if (!is_message(message, size))
            return false;
        m_ready += size;
    }
    return true;
}

bool ReplyFrames::is_message(const unsigned char* message, std::size_t size) const
{
    const std::uint32_t kind = number(message + 12), flags = number(message + header);
    const bool one = kind == op_reply ? number(message + header + 16) == 1
                                      : message[header + 4] == 0 && (flags & ~(has_checksum | more_follows | may_stream)) == 0;
    const auto after = kind == op_msg && (flags & has_checksum) != 0 ? of_checksum : 0;
    const auto before = to_document(kind);
    return one && size >= before + after && DocumentWalk(message + before, size - before - after).is_whole();
}

std::size_t ReplyFrames::give(char* to, std::size_t size)
{
    const auto given = std::min(size, ready());
    if (given > 0)
        std::memcpy(to, m_bytes.data() + m_given, given);
    m_given += given;
    if (m_given > 0 && m_given == m_ready) {
        m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_given));
        m_given = m_ready = 0;
        if (m_bytes.capacity() > much && m_bytes.size() < much / 2)
            m_bytes.shrink_to_fit();
    }
    return given;
}

} // namespace lockdesk::mongodb
