// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/words.h"

#include <algorithm>
#include <cstdint>

namespace lockdesk::ctl {

namespace {

int digit_of(char c, int base)
{
    const int value = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    return value < base ? value : -1;
}

// Reads up to `most` digits and moves past them; -1 for none.
std::int64_t read_digits(std::string_view line, std::size_t& at, int base, int most)
{
    std::int64_t value = -1;
    for (int n = 0; n < most && at < line.size() && digit_of(line[at], base) >= 0; ++n, ++at)
        value = std::max<std::int64_t>(value, 0) * base + digit_of(line[at], base);
    return value;
}

void append_utf8(std::string& word, std::int64_t c)
{
    const auto tail = [&](int shift) { word += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
        word += static_cast<char>(c);
    } else if (c < 0x800) {
        word += static_cast<char>(0xC0 | (c >> 6)), tail(0);
    } else if (c < 0x10000) {
        word += static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0);
    } else {
        word += static_cast<char>(0xF0 | ((c >> 18) & 7)), tail(12), tail(6), tail(0);
    }
}

// Appends the escape after a backslash inside $'...', as bash reads it. `at` is at its first character and moves past it.
void append_escape(std::string& word, std::string_view line, std::size_t& at)
{
    constexpr std::string_view letters = "abefnrtv\\'\"?", meanings = "\a\b\033\f\n\r\t\v\\'\"?";
    const char c = line[at];
    if (const auto known = letters.find(c); known != std::string_view::npos) {
        word += meanings[known];
        ++at;
        return;
    }
    const std::size_t from = at;
    if (digit_of(c, 8) >= 0) {
        word += static_cast<char>(read_digits(line, at, 8, 3) & 0xFF);
        return;
    }
    const int most = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    const std::int64_t value = most == 0 ? -1 : read_digits(line, ++at, 16, most);
    if (value < 0) {
        at = from;
        word += '\\'; // kept as written
    } else if (c == 'x') {
        word += static_cast<char>(value);
    } else {
        append_utf8(word, value);
    }
}

} // namespace

Answer<std::vector<std::string>> split_words(std::string_view line)
{
    constexpr char dollar_quote = '$'; // inside $'...'
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool escapes = c == '\\' && quote != '\'' && quote != dollar_quote && i + 1 < line.size()
                             && (quote == 0 || line[i + 1] == '"' || line[i + 1] == '\\');
        if (escapes) {
            word += line[++i];
            inside = true;
        } else if (quote == dollar_quote && c == '\\' && i + 1 < line.size()) {
            append_escape(word, line, ++i);
            --i; // the loop increments it
        } else if (quote != 0) {
            if (c == (quote == dollar_quote ? '\'' : quote))
                quote = 0;
            else
                word += c;
        } else if (c == '$' && i + 1 < line.size() && line[i + 1] == '\'') {
            quote = dollar_quote;
            inside = true;
            ++i;
        } else if (c == '\'' || c == '"') {
            quote = c;
            inside = true;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            if (inside)
                words.push_back(std::move(word));
            word.clear();
            inside = false;
        } else if (c == '#' && !inside) {
            break;
        } else {
            word += c;
            inside = true;
        }
    }
    if (quote != 0)
        return Failure::usage("a quote is not closed");
    if (inside)
        words.push_back(std::move(word));
    return words;
}

} // namespace lockdesk::ctl
