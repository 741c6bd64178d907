// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/packed_lock.h"

#include <bit>
#include <cmath>

namespace lockdesk::redis {

namespace {

constexpr std::size_t shortest_row = 68;
constexpr std::size_t request_bytes = 25;
constexpr double beyond_times = 1e16;

// Reads consecutive big-endian numbers; a number out of range makes the row invalid.
class Bytes
{
public:
    explicit Bytes(std::string_view text) : m_text(text) {}

    std::uint64_t bits(int bytes)
    {
        std::uint64_t out = 0;
        for (; bytes > 0 && m_at < m_text.size(); --bytes)
            out = out << 8U | static_cast<unsigned char>(m_text[m_at++]);
        return out;
    }
    double real() { return std::bit_cast<double>(bits(8)); }
    std::int64_t whole()
    {
        const double d = real();
        if (!(d >= -1 && d <= beyond_times) || d != std::floor(d)) {
            m_odd = true;
            return 0;
        }
        return static_cast<std::int64_t>(d);
    }
    std::optional<TimePoint> time()
    {
        const auto us = whole();
        return us < 0 || us >= static_cast<std::int64_t>(beyond_times) ? std::nullopt : std::optional(time_from_us(us));
    }
    [[nodiscard]] bool odd() const { return m_odd; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_odd = false;
};

bool take_numbers(Bytes& in, PackedLock& out)
{
    (void)in.bits(8); // number of the log read
    const auto kind = static_cast<char>(in.bits(1));
    if (kind != 'H' && kind != 'F' && kind != 'R')
        return false;
    out.kind = static_cast<PackedLock::Kind>(kind);
    out.token = in.whole();
    out.acquired_at = in.time();
    out.ends_at = in.time();
    out.stamped_at = in.time();
    return !in.odd() && out.token >= 0;
}

} // namespace

std::optional<PackedLock> unpack_changed(std::string_view answer)
{
    PackedLock out;
    Bytes in(answer);
    if (answer.size() < shortest_changed || !take_numbers(in, out))
        return std::nullopt;
    return out;
}

std::optional<PackedLock> unpack_lock(std::string_view row)
{
    PackedLock out;
    Bytes in(row);
    if (row.size() < shortest_row)
        return std::nullopt;
    const double waited = in.real();
    if (waited > 0 && waited < beyond_times)
        out.waited_until = time_from_us(static_cast<std::int64_t>(waited));
    if (!take_numbers(in, out))
        return std::nullopt;
    if (const auto lease = in.whole(); lease >= 0)
        out.lease = Duration{lease};
    out.holds = static_cast<std::int64_t>(in.bits(4));
    out.renewals = static_cast<std::int64_t>(in.bits(4));
    const auto requests = static_cast<std::size_t>(in.bits(1)) * request_bytes;
    const auto owner = static_cast<std::size_t>(in.bits(1));
    const std::string_view rest = row.substr(shortest_row - 1);
    const bool held = out.kind == PackedLock::Kind::held;
    if (in.odd() || owner > rest.size() || (held && (owner == 0 || requests > rest.size() - owner)))
        return std::nullopt;
    out.owner = rest.substr(0, owner);
    if (held)
        out.requests = rest.substr(owner, requests);
    if (out.kind == PackedLock::Kind::forced)
        out.reason = rest.substr(owner);
    return out;
}

} // namespace lockdesk::redis
