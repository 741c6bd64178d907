// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/level_sort.h"

#include "models/tables/row_filter.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

namespace lockdesk {

namespace {

constexpr std::size_t few = 32;

struct KeyedNumber
{
    std::uint64_t key;
    std::uint32_t slot;
};

/// A text as bytes in the order of compareNatural, except for texts that differ only in case or leading zeros.
struct NaturalText
{
    std::size_t at = 0, size = 0; ///< in the bytes
    bool plain = false;           ///< neither case nor leading zeros were lost: equal bytes are equal texts
    std::string_view text;
};

struct KeyedText
{
    std::uint64_t head; ///< the first bytes after the common prefix
    std::uint32_t text; ///< index
    std::uint32_t slot;
};

bool isDigitByte(char c) { return c >= '0' && c <= '9'; }

void append_big_endian(std::uint64_t number, int bytes, std::string& out)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        out += static_cast<char>(number >> static_cast<unsigned>(shift));
}

// A run of digits becomes a digit, its length without leading zeros, and the digits, so that a longer number is greater.
NaturalText append_natural(std::string_view text, std::string& out)
{
    NaturalText made{out.size(), 0, true, text};
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (!isDigitByte(c)) {
            const bool large = c >= 'A' && c <= 'Z';
            made.plain = made.plain && !large;
            out += large ? static_cast<char>(c - 'A' + 'a') : c;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isDigitByte(text[end]))
            ++end;
        const auto begin = i;
        while (i + 1 < end && text[i] == '0')
            ++i;
        made.plain = made.plain && i == begin;
        const auto digits = end - i;
        out += '0';
        append_big_endian(std::min<std::size_t>(digits, 255), 1, out);
        if (digits >= 255)
            append_big_endian(digits, 8, out);
        out.append(text, i, digits);
        i = end;
    }
    made.size = out.size() - made.at;
    return made;
}

class LevelSorter
{
public:
    LevelSorter(const std::vector<SortLevel>& levels, const std::function<bool(std::uint32_t, std::uint32_t)>& less)
        : m_levels(levels), m_less(less)
    {
    }

    void sort(std::span<std::uint32_t> these, std::size_t level)
    {
        if (these.size() < few || level == m_levels.size()) {
            std::sort(these.begin(), these.end(), [this](std::uint32_t a, std::uint32_t b) { return m_less(a, b); });
            return;
        }
        const SortLevel& by = m_levels[level];
        std::vector<KeyedNumber> numbers;
        std::vector<std::pair<std::string_view, std::uint32_t>> texts;
        std::vector<std::uint32_t> unknown;
        for (const auto slot : these) {
            const SortKey key = by.key(slot);
            if (key.kind == SortKey::Kind::number)
                numbers.push_back({static_cast<std::uint64_t>(key.number) ^ (1ULL << 63U), slot});
            else if (key.kind == SortKey::Kind::text)
                texts.emplace_back(key.text, slot);
            else
                unknown.push_back(slot);
        }
        const auto of_numbers = these.subspan(by.descending ? texts.size() : 0, numbers.size());
        const auto of_texts = these.subspan(by.descending ? 0 : numbers.size(), texts.size());
        const auto rest = these.last(unknown.size());
        sort_numbers(numbers, of_numbers, level);
        sort_texts(texts, of_texts, level);
        std::copy(unknown.begin(), unknown.end(), rest.begin());
        if (!unknown.empty())
            sort(rest, level + 1);
    }

private:
    void sort_numbers(std::vector<KeyedNumber>& rows, std::span<std::uint32_t> into, std::size_t level)
    {
        sort_and_break_ties(
            rows, [](const KeyedNumber& a, const KeyedNumber& b) { return a.key < b.key; }, into, level);
    }

    void sort_texts(const std::vector<std::pair<std::string_view, std::uint32_t>>& rows, std::span<std::uint32_t> into,
                    std::size_t level)
    {
        if (rows.empty())
            return;
        std::string bytes;
        std::vector<NaturalText> texts;
        texts.reserve(rows.size());
        for (const auto& row : rows)
            texts.push_back(append_natural(row.first, bytes));
        const auto of = [&](const NaturalText& t, std::size_t from) {
            return std::string_view(bytes).substr(t.at + std::min(from, t.size), t.size - std::min(from, t.size));
        };
        std::size_t common = texts.front().size;
        for (const NaturalText& t : texts) {
            const auto a = of(texts.front(), 0).substr(0, common), b = of(t, 0);
            common = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
        }
        std::vector<KeyedText> keyed;
        keyed.reserve(rows.size());
        for (std::uint32_t i = 0; i < texts.size(); ++i) {
            std::uint64_t head = 0;
            const auto after = of(texts[i], common);
            for (std::size_t n = 0; n < sizeof head; ++n)
                head = head << 8U | (n < after.size() ? static_cast<unsigned char>(after[n]) : 0U);
            keyed.push_back({head, i, rows[i].second});
        }
        const auto before = [&](const KeyedText& a, const KeyedText& b) {
            if (a.head != b.head)
                return a.head < b.head;
            const NaturalText &x = texts[a.text], &y = texts[b.text];
            if (const int order = of(x, common).compare(of(y, common)); order != 0)
                return order < 0;
            return !(x.plain && y.plain) && x.text < y.text;
        };
        sort_and_break_ties(keyed, before, into, level);
    }

    template <class Keyed, class Before>
    void sort_and_break_ties(std::vector<Keyed>& rows, const Before& before, std::span<std::uint32_t> into,
                             std::size_t level)
    {
        const bool descending = m_levels[level].descending;
        const auto in_order = [&](const Keyed& a, const Keyed& b) { return descending ? before(b, a) : before(a, b); };
        std::sort(rows.begin(), rows.end(), in_order);
        for (std::size_t i = 0; i < rows.size(); ++i)
            into[i] = rows[i].slot;
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            for (end = begin + 1; end < rows.size() && !in_order(rows[begin], rows[end]);)
                ++end;
            if (end - begin > 1)
                sort(into.subspan(begin, end - begin), level + 1);
        }
    }

    const std::vector<SortLevel>& m_levels;
    const std::function<bool(std::uint32_t, std::uint32_t)>& m_less;
};

} // namespace

int compareKeys(const SortKey& a, const SortKey& b, bool descending)
{
    const bool unknownA = a.kind == SortKey::Kind::unknown, unknownB = b.kind == SortKey::Kind::unknown;
    if (unknownA || unknownB)
        return unknownA == unknownB ? 0 : unknownA ? 1 : -1;
    int order = 0;
    if (a.kind != b.kind)
        order = a.kind == SortKey::Kind::number ? -1 : 1;
    else if (a.kind == SortKey::Kind::number)
        order = a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
    else
        order = compareNatural(a.text, b.text);
    return descending ? -order : order;
}

void sortByLevels(std::vector<std::uint32_t>& these, const std::vector<SortLevel>& levels,
                  const std::function<bool(std::uint32_t, std::uint32_t)>& less)
{
    LevelSorter(levels, less).sort(these, 0);
}

} // namespace lockdesk
