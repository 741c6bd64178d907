// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <vector>

namespace lockdesk {

namespace {

struct Unit
{
    std::string_view name;
    std::int64_t us;
};
constexpr std::array<Unit, 6> units{{
    {"us", 1},
    {"ms", 1'000},
    {"s", 1'000'000},
    {"m", 60'000'000},
    {"h", 3'600'000'000},
    {"d", 86'400'000'000},
}};

Failure bad_duration(std::string_view text)
{
    return Failure::usage("'" + to_valid_utf8(text)
                          + "' is not a duration; write a number and a unit, such as 250ms, "
                            "30s, 2m or 1h, or 'forever'");
}

} // namespace

// RFC 3629, the table in section 4.
std::size_t utf8_length(std::string_view s)
{
    const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(s[i]); };
    const auto tail = [&](std::size_t i, std::uint8_t low = 0x80, std::uint8_t high = 0xBF) {
        return i < s.size() && at(i) >= low && at(i) <= high;
    };
    const std::uint8_t first = at(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const std::uint8_t low = first == 0xE0 ? 0xA0 : 0x80;
        const std::uint8_t high = first == 0xED ? 0x9F : 0xBF;
        return tail(1, low, high) && tail(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const std::uint8_t low = first == 0xF0 ? 0x90 : 0x80;
        const std::uint8_t high = first == 0xF4 ? 0x8F : 0xBF;
        return tail(1, low, high) && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto n = utf8_length(text);
        if (n == 0)
            return false;
        text.remove_prefix(n);
    }
    return true;
}

std::string to_valid_utf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto n = utf8_length(text);
        if (n == 0)
            out += "\xEF\xBF\xBD";
        else
            out += text.substr(0, n);
        text.remove_prefix(std::max<std::size_t>(n, 1));
    }
    return out;
}

std::string one_line(std::string_view text)
{
    std::string out;
    bool gap = false;
    for (const char c : text) {
        if (c == '\n' || c == '\r' || c == '\t' || c == ' ') {
            gap = true;
            continue;
        }
        if (gap && !out.empty())
            out += ' ';
        gap = false;
        out += c;
    }
    return out;
}

Answer<Duration> parse_duration(std::string_view text)
{
    if (text == "forever")
        return no_end;
    if (text == "0")
        return Duration{0};
    const auto digits_end = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto number = text.substr(0, digits_end);
    const auto unit_name = text.substr(digits_end);
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == unit_name; });
    if (unit == units.end() || number.empty() || number.front() == '.' || number.back() == '.')
        return bad_duration(text);

    const auto point = number.find('.');
    const auto whole_text = number.substr(0, point);
    std::int64_t whole = 0;
    const auto parsed = std::from_chars(whole_text.data(), whole_text.data() + whole_text.size(), whole);
    if (parsed.ec != std::errc{} || parsed.ptr != whole_text.data() + whole_text.size())
        return bad_duration(text);
    if (whole > to_us(no_end) / unit->us - 1)
        return Failure::usage("'" + std::string(text) + "' is too long; write 'forever'");
    std::int64_t us = whole * unit->us;
    if (point != std::string_view::npos) {
        const auto fraction = number.substr(point + 1);
        if (fraction.find('.') != std::string_view::npos)
            return bad_duration(text);
        // Rounds up to whole microseconds, like leases.
        std::int64_t scale = unit->us;
        std::int64_t rest = 0;
        for (char c : fraction.substr(0, 12)) {
            const std::int64_t product = scale * (c - '0');
            us += product / 10;
            rest |= product % 10;
            if (scale % 10 != 0)
                rest |= (c - '0');
            scale /= 10;
        }
        us += rest != 0 ? 1 : 0;
    }
    return Duration{us};
}

std::string duration_text(Duration d)
{
    if (d == no_end)
        return "forever";
    if (d.count() == 0)
        return "0";
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit)
        if (d.count() % unit->us == 0)
            return std::to_string(d.count() / unit->us) + std::string(unit->name);
    return std::to_string(d.count()) + "us";
}

Answer<std::int64_t> parse_whole(std::string_view text, std::string_view what)
{
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() && !text.empty();
    if (!whole || number < 0 || text.front() == '-')
        return Failure::usage(std::string(what) + " must be a whole number >= 0, not '" + to_valid_utf8(text) + "'");
    return number;
}

std::string json_quote(std::string_view raw)
{
    const std::string text = to_valid_utf8(raw);
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20) {
                constexpr char digits[] = "0123456789abcdef";
                out += "\\u00";
                out += digits[(c >> 4) & 0xF];
                out += digits[c & 0xF];
            } else {
                out += c;
            }
        }
    }
    return out + "\"";
}

std::array<std::uint8_t, 32> sha256(std::string_view data)
{
    static constexpr std::array<std::uint32_t, 64> k{
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    std::array<std::uint32_t, 8> h{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    std::string padded(data);
    padded += static_cast<char>(0x80);
    padded.append((120 - padded.size() % 64) % 64, '\0');
    const std::uint64_t bits = static_cast<std::uint64_t>(data.size()) * 8;
    for (int shift = 56; shift >= 0; shift -= 8)
        padded += static_cast<char>(bits >> shift);

    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<std::uint8_t>(padded[i])); };
    for (std::size_t block = 0; block < padded.size(); block += 64) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 16; ++i) {
            const auto at = block + i * 4;
            w[i] = byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const auto s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
            const auto s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        auto v = h;
        for (std::size_t i = 0; i < 64; ++i) {
            const auto s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
            const auto choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
            const auto t1 = v[7] + s1 + choice + k[i] + w[i];
            const auto s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
            const auto majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            const auto t2 = s0 + majority;
            v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
        }
        for (std::size_t i = 0; i < 8; ++i)
            h[i] += v[i];
    }
    std::array<std::uint8_t, 32> out{};
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            out[i * 4 + j] = static_cast<std::uint8_t>(h[i] >> (24 - 8 * j));
    return out;
}

static void write_hex(const std::uint8_t* data, std::size_t size, char* to)
{
    constexpr char digits[] = "0123456789abcdef";
    for (std::size_t i = 0; i < size; ++i) {
        *to++ = digits[data[i] >> 4];
        *to++ = digits[data[i] & 0xF];
    }
}

std::string hex(const std::uint8_t* data, std::size_t size)
{
    std::string out(size * 2, '0');
    write_hex(data, size, out.data());
    return out;
}

std::int64_t advisory_key(std::string_view name)
{
    const auto digest = sha256(name);
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i)
        key = key << 8 | digest[i];
    return static_cast<std::int64_t>(key);
}

std::string request_mark(std::string_view request_id)
{
    const auto digest = sha256(request_id);
    std::string mark(request_mark_bytes, '|');
    write_hex(digest.data(), (request_mark_bytes - 1) / 2, mark.data() + 1);
    return mark;
}

} // namespace lockdesk
