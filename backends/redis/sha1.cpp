// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/sha1.h"

#include "backends/engine/text/text.h"

#include <array>
#include <bit>
#include <cstdint>

namespace lockdesk::redis {

std::string sha1_hex(std::string_view data)
{
    std::array<std::uint32_t, 5> h{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    std::string padded(data);
    padded += static_cast<char>(0x80);
    padded.append((120 - padded.size() % 64) % 64, '\0');
    for (int shift = 56; shift >= 0; shift -= 8)
        padded += static_cast<char>(static_cast<std::uint64_t>(data.size()) * 8 >> shift);

    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<std::uint8_t>(padded[i])); };
    for (std::size_t block = 0; block < padded.size(); block += 64) {
        std::array<std::uint32_t, 80> w{};
        for (std::size_t i = 0; i < 16; ++i) {
            const auto at = block + i * 4;
            w[i] = byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
        }
        for (std::size_t i = 16; i < 80; ++i)
            w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        auto [a, b, c, d, e] = h;
        for (std::size_t i = 0; i < 80; ++i) {
            const std::uint32_t mix = i < 20   ? (b & c) | (~b & d)
                                      : i < 40 ? b ^ c ^ d
                                      : i < 60 ? (b & c) | (b & d) | (c & d)
                                               : b ^ c ^ d;
            const std::uint32_t constant = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
            const std::uint32_t next = std::rotl(a, 5) + mix + e + constant + w[i];
            e = d;
            d = c;
            c = std::rotl(b, 30);
            b = a;
            a = next;
        }
        h = {h[0] + a, h[1] + b, h[2] + c, h[3] + d, h[4] + e};
    }
    std::array<std::uint8_t, 20> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::uint8_t>(h[i / 4] >> (24 - 8 * (i % 4)));
    return hex(out.data(), out.size());
}

} // namespace lockdesk::redis
