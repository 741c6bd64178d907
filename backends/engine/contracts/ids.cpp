// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/ids.h"

#include "backends/engine/text/text.h"

#include <array>
#include <unistd.h>

namespace lockdesk {

namespace {

std::string hex_of(std::uint64_t bits)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string out(16, '0');
    for (auto at = out.rbegin(); at != out.rend(); ++at, bits >>= 4)
        *at = digits[bits & 15];
    return out;
}

// Returns the longest prefix of at most `bytes` bytes that does not split a character.
std::string_view cut_utf8(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;
    return text.substr(0, bytes);
}

} // namespace

std::string host_name()
{
    std::array<char, 256> buffer{};
    if (::gethostname(buffer.data(), buffer.size() - 1) != 0 || buffer[0] == '\0')
        return "localhost";
    return to_valid_utf8(buffer.data());
}

std::int64_t process_id() { return ::getpid(); }

OwnerId make_owner(Runtime& runtime, std::string_view host)
{
    const auto rest = "/" + std::to_string(runtime.process()) + "/" + hex_of(runtime.random());
    const auto name = host.empty() ? host_name() : to_valid_utf8(host);
    return OwnerId::trusted(std::string(cut_utf8(name, max_name_bytes - rest.size())) + rest);
}

RequestId make_request_id(Runtime& runtime)
{
    return RequestId::trusted(hex_of(runtime.random()) + hex_of(runtime.random()));
}

ClaimId make_claim_id(Runtime& runtime) { return ClaimId::trusted(hex_of(runtime.random()) + hex_of(runtime.random())); }

} // namespace lockdesk
