// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/fuzzy.h"

#include <algorithm>

namespace lockdesk {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool isPart(char c) // of a word
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; } // inside a character of UTF-8

bool beginsWord(std::string_view text, std::size_t at) { return at == 0 || !isPart(lower(text[at - 1])); }

std::size_t findFolded(std::string_view text, std::string_view word, std::size_t from)
{
    const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), word.begin(), word.end(),
                                   [](char a, char b) { return lower(a) == b; });
    return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

std::optional<int> scoreOfWord(std::string_view text, std::string_view word)
{
    constexpr int whole = 100, atBegin = 40, atWord = 30, letter = 4;
    std::optional<int> best;
    for (auto at = findFolded(text, word, 0); at != std::string_view::npos; at = findFolded(text, word, at + 1)) {
        best = std::max(best.value_or(0), whole + (at == 0 ? atBegin : 0) + (beginsWord(text, at) ? atWord : 0));
        if (at == 0)
            break;
    }
    if (best)
        return best;
    int score = 0;
    std::size_t at = 0;
    bool together = false;
    for (const char c : word) {
        while (at < text.size() && lower(text[at]) != c) {
            if (continues(c))
                return std::nullopt; // half a character is none
            together = false;
            ++at;
        }
        if (at == text.size())
            return std::nullopt;
        score += together || beginsWord(text, at) ? letter : 1;
        together = true;
        ++at;
    }
    return score;
}

} // namespace

FuzzyQuery::FuzzyQuery(std::string_view typed)
{
    std::string word;
    for (const char c : typed) {
        if (c != ' ') {
            word += lower(c);
            continue;
        }
        if (!word.empty())
            m_words.push_back(std::move(word));
        word.clear();
    }
    if (!word.empty())
        m_words.push_back(std::move(word));
}

std::optional<int> FuzzyQuery::score(std::string_view text) const
{
    int sum = 0;
    for (const std::string& word : m_words) {
        const auto one = scoreOfWord(text, word);
        if (!one)
            return std::nullopt;
        sum += *one;
    }
    // Of two that fit alike the shorter is meant.
    return sum * 8 - static_cast<int>(std::min<std::size_t>(text.size(), 64)) / 4;
}

} // namespace lockdesk
