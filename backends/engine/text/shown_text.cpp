// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/shown_text.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace lockdesk {

namespace {

struct CodeRange
{
    char32_t first, last;
};

// Unicode's Default_Ignorable_Code_Point and Bidi_Control, all of Zs, Zl and Zp except U+0020, blank glyphs (Hangul
// fillers, the empty Braille pattern), private use and the blocks of non-characters and specials.
constexpr CodeRange hidden_ranges[] = {
    {0x00, 0x1F},       {0x7F, 0xA0},       {0xAD, 0xAD},        {0x34F, 0x34F},   {0x61C, 0x61C},     {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},    {0x2000, 0x200F}, {0x2028, 0x202F},   {0x205F, 0x206F},
    {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},    {0xE000, 0xF8FF}, {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},    {0xFFFE, 0xFFFF}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
};

// Combining marks, drawn over, under or around the character before them.
constexpr CodeRange mark_ranges[] = {
    {0x300, 0x36F},     {0x483, 0x489},     {0x591, 0x5BD},     {0x5BF, 0x5BF},     {0x5C1, 0x5C2},     {0x5C4, 0x5C5},
    {0x5C7, 0x5C7},     {0x610, 0x61A},     {0x64B, 0x65F},     {0x670, 0x670},     {0x6D6, 0x6DC},     {0x6DF, 0x6E4},
    {0x6E7, 0x6E8},     {0x6EA, 0x6ED},     {0x711, 0x711},     {0x730, 0x74A},     {0x7A6, 0x7B0},     {0x7EB, 0x7F3},
    {0x816, 0x819},     {0x81B, 0x823},     {0x825, 0x827},     {0x829, 0x82D},     {0x859, 0x85B},     {0x898, 0x89F},
    {0x8CA, 0x8E1},     {0x8E3, 0x902},     {0x93A, 0x93A},     {0x93C, 0x93C},     {0x941, 0x948},     {0x94D, 0x94D},
    {0x951, 0x957},     {0x981, 0x981},     {0x9BC, 0x9BC},     {0x9C1, 0x9C4},     {0x9CD, 0x9CD},     {0xE31, 0xE31},
    {0xE34, 0xE3A},     {0xE47, 0xE4E},     {0xEB1, 0xEB1},     {0xEB4, 0xEBC},     {0xEC8, 0xECE},     {0xF18, 0xF19},
    {0xF71, 0xF7E},     {0xF80, 0xF84},     {0xF8D, 0xFBC},     {0x135D, 0x135F},   {0x1AB0, 0x1ACE},   {0x1DC0, 0x1DFF},
    {0x20D0, 0x20F0},   {0x2CEF, 0x2CF1},   {0x2DE0, 0x2DFF},   {0x302A, 0x302D},   {0x3099, 0x309A},   {0xA66F, 0xA672},
    {0xA674, 0xA67D},   {0xA69E, 0xA69F},   {0xA6F0, 0xA6F1},   {0xA8E0, 0xA8F1},   {0xFE20, 0xFE2F},   {0x101FD, 0x101FD},
    {0x1D165, 0x1D169}, {0x1D16D, 0x1D172}, {0x1D17B, 0x1D182}, {0x1D185, 0x1D18B}, {0x1D1AA, 0x1D1AD}, {0x1E000, 0x1E02A},
    {0x1E8D0, 0x1E8D6},
};
constexpr int most_marks = 4; // Vietnamese has two, Tibetan and Hebrew rarely four

template <std::size_t N> bool is_among(const CodeRange (&ranges)[N], char32_t c)
{
    const auto* found = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                         [](char32_t value, const CodeRange& range) { return value < range.first; });
    return found != std::begin(ranges) && c <= std::prev(found)->last;
}

// Parts of an emoji with joiners: pictographs and skin tones.
bool is_pictograph(char32_t c)
{
    return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0x2190 && c <= 0x2BFF && c != 0x2800) || c == 0x3030 || c == 0x303D
           || c == 0x3297 || c == 0x3299 || c == 0xA9 || c == 0xAE || c == 0x203C || c == 0x2049 || c == 0x2122
           || c == 0x2139;
}
constexpr char32_t joiner = 0x200D;
constexpr char32_t emoji_look = 0xFE0F;
constexpr char32_t keycap = 0x20E3;
constexpr char32_t no_character = 0xFFFFFFFF;

char32_t decode(std::string_view sequence)
{
    const auto at = [&](std::size_t i) { return static_cast<char32_t>(static_cast<std::uint8_t>(sequence[i])); };
    switch (sequence.size()) {
    case 1: return at(0);
    case 2: return (at(0) & 0x1F) << 6 | (at(1) & 0x3F);
    case 3: return (at(0) & 0x0F) << 12 | (at(1) & 0x3F) << 6 | (at(2) & 0x3F);
    default: return (at(0) & 0x07) << 18 | (at(1) & 0x3F) << 12 | (at(2) & 0x3F) << 6 | (at(3) & 0x3F);
    }
}

char32_t first_of(std::string_view rest)
{
    const auto size = rest.empty() ? 0 : utf8_length(rest);
    return size == 0 ? no_character : decode(rest.substr(0, size));
}

void append_hex(std::string& out, char32_t value, int digits)
{
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        out += "0123456789abcdef"[(value >> shift) & 0xF];
}

void append_escape(std::string& out, char32_t c)
{
    switch (c) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    out += c < 0x80 ? "\\x" : c <= 0xFFFF ? "\\u" : "\\U";
    append_hex(out, c, c < 0x80 ? 2 : c <= 0xFFFF ? 4 : 8);
}

void append_json_escape(std::string& out, char32_t c)
{
    const auto unit = [&](char32_t value) {
        out += "\\u";
        append_hex(out, value, 4);
    };
    if (c > 0xFFFF) {
        unit(0xD800 + ((c - 0x10000) >> 10));
        unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
        unit(c);
    }
}

/// Reads a text from its beginning and determines which characters must be escaped.
class Watcher
{
public:
    // `rest` follows `c`.
    bool hides(char32_t c, std::string_view rest)
    {
        const bool is_mark = is_among(mark_ranges, c) && !is_hidden(c); // the grapheme joiner is both, and invisible
        const bool hidden = is_mark ? mark() : is_hidden(c) && !belongs_to_emoji(c, rest);
        if (hidden) {
            escaped();
        } else if (!is_mark) {
            m_looked = c == emoji_look;
            m_before = m_looked ? m_before : c; // a joiner follows the pictograph, even after a variation selector
            m_marks = 0;
        }
        return hidden;
    }

    // The character becomes an escape, which must not carry a mark.
    void escaped()
    {
        m_before = no_character;
        m_looked = false;
        m_marks = 0;
    }

private:
    bool mark() { return m_before == no_character || ++m_marks > most_marks; }

    [[nodiscard]] bool belongs_to_emoji(char32_t c, std::string_view rest) const
    {
        const char32_t next = first_of(rest);
        if (c == joiner)
            return is_pictograph(m_before) && is_pictograph(next);
        const bool key = (m_before >= '0' && m_before <= '9') || m_before == '#' || m_before == '*';
        return c == emoji_look && !m_looked && (is_pictograph(m_before) || (key && next == keycap));
    }

    char32_t m_before = no_character;
    bool m_looked = false; ///< the last character was a variation selector
    int m_marks = 0;
};

// A backslash before these would be read as one of our escapes.
bool begins_escape(std::string_view rest)
{
    return !rest.empty() && std::string_view("\\nrtxuU").find(rest.front()) != std::string_view::npos;
}

bool is_plain_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F && c != '\\'; });
}

enum class Form { line, code, json };

void append_bad_byte(std::string& out, char byte, Form form)
{
    if (form == Form::json) {
        out += "\xEF\xBF\xBD";
        return;
    }
    out += "\\x";
    append_hex(out, static_cast<std::uint8_t>(byte), 2);
}

std::string escaped_text(std::string_view text, Form form)
{
    std::string out;
    out.reserve(text.size() + 16);
    Watcher watcher;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = utf8_length(text.substr(i));
        if (size == 0) {
            append_bad_byte(out, text[i++], form);
            watcher.escaped();
            continue;
        }
        const std::string_view whole = text.substr(i, size), rest = text.substr(i + size);
        const char32_t c = decode(whole);
        const bool laid_out = form != Form::line && (c == '\n' || c == '\t' || (form == Form::json && c == '\r'));
        const bool at_edge = form == Form::line && c == ' ' && (i == 0 || rest.empty());
        if (watcher.hides(c, rest) && !laid_out) {
            form == Form::json ? append_json_escape(out, c) : append_escape(out, c);
        } else if (at_edge) {
            out += "\\x20";
        } else {
            // The escape of a hidden or invalid character that follows begins with a backslash, too.
            Watcher ahead = watcher;
            const auto next = first_of(rest);
            const bool escape_follows =
                c == '\\' && form == Form::line && !rest.empty()
                && (next == no_character || begins_escape(rest) || (rest.size() == 1 && rest.front() == ' ')
                    || ahead.hides(next, rest.substr(utf8_length(rest))));
            if (escape_follows)
                out += '\\';
            out += whole;
        }
        i += size;
    }
    return out;
}

std::optional<char32_t> hex_value(std::string_view digits)
{
    char32_t value = 0;
    for (const char c : digits) {
        const auto digit = std::string_view("0123456789abcdef").find(c);
        if (digit == std::string_view::npos)
            return std::nullopt;
        value = value << 4 | static_cast<char32_t>(digit);
    }
    return value;
}

// Returns false when the code point is invalid.
bool append_character(std::string& out, char32_t c)
{
    const auto more = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return false;
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | (c >> 6));
        more(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | (c >> 12));
        more(6);
        more(0);
    } else {
        out += static_cast<char>(0xF0 | (c >> 18));
        more(12);
        more(6);
        more(0);
    }
    return true;
}

} // namespace

bool is_hidden(char32_t c) { return is_among(hidden_ranges, c) || (c & 0xFFFE) == 0xFFFE; }

std::string shown(std::string_view text)
{
    if (is_plain_ascii(text) && !text.starts_with(' ') && !text.ends_with(' '))
        return std::string(text);
    return escaped_text(text, Form::line);
}

std::optional<std::string> from_shown(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c != '\\' || !begins_escape(text)) {
            out += c;
            continue;
        }
        const char kind = text.front();
        text.remove_prefix(1);
        const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
        if (digits == 0) {
            out += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : '\\';
            continue;
        }
        const auto value = hex_value(text.substr(0, digits));
        if (text.size() < digits || !value)
            return std::nullopt;
        text.remove_prefix(digits);
        if (kind == 'x')
            out += static_cast<char>(*value);
        else if (!append_character(out, *value))
            return std::nullopt;
    }
    return out;
}

std::string readable(std::string text) { return is_utf8(text) ? text : shown(text); }

std::string shown_code(std::string_view text)
{
    return is_plain_ascii(text) ? std::string(text) : escaped_text(text, Form::code);
}

std::string shown_json(std::string_view json)
{
    const bool plain = std::all_of(json.begin(), json.end(),
                                   [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' || c == '\r'; });
    return plain ? std::string(json) : escaped_text(json, Form::json);
}

} // namespace lockdesk
