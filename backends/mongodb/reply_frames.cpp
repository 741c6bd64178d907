// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/reply_frames.h"

#include <bson/bson.h>

#include <algorithm>
#include <cstring>

namespace lockdesk::mongodb {

namespace {

constexpr std::int32_t op_reply = 1, op_msg = 2013;
constexpr std::size_t header = 16;
constexpr std::size_t to_document_of_msg = header + 4 + 1, to_document_of_reply = header + 20;
constexpr std::size_t of_checksum = 4, shortest_document = 5;
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

bool is_document(const unsigned char* from, std::size_t size)
{
    bson_t document;
    return size >= shortest_document && number(from) == size && bson_init_static(&document, from, size)
           && bson_validate(&document, BSON_VALIDATE_NONE, nullptr);
}

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
    return one && size >= before + after && is_document(message + before, size - before - after);
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
