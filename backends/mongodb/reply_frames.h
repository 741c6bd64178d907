// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockdesk::mongodb {

/// Holds back a server's messages until they are complete and checked: each is OP_MSG or OP_REPLY with exactly one well-formed
/// document that fills it. At others libmongoc 1.23 ends the program.
/// Source: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
class ReplyFrames
{
public:
    /// Takes the next bytes. Returns false once they can be no such message; the connection is then of no use.
    [[nodiscard]] bool take(std::string_view bytes);
    /// Number of bytes of checked messages that were not given yet.
    [[nodiscard]] std::size_t ready() const { return m_ready - m_given; }
    /// Copies up to `size` of them. Returns how many.
    std::size_t give(char* to, std::size_t size);

private:
    [[nodiscard]] bool is_message(const unsigned char* message, std::size_t size) const;

    std::vector<char> m_bytes; ///< given, then ready, then not complete
    std::size_t m_given = 0, m_ready = 0;
};

} // namespace lockdesk::mongodb
