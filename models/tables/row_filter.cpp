// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/row_filter.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <charconv>

namespace lockdesk {

namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Parses a value as the engine does: durations in microseconds, else a plain number.
std::optional<double> asNumber(std::string_view text)
{
    if (text.empty() || !(isDigit(text.front()) || text.front() == '.' || text.front() == '-' || text == "forever"))
        return std::nullopt;
    if (const auto d = parse_duration(text); d && text != "0")
        return static_cast<double>(d->count());
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size())
        return number;
    return std::nullopt;
}

std::size_t digitsFrom(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end;
}

} // namespace

bool containsFolded(std::string_view haystack, std::string_view needle)
{
    if (needle.empty())
        return true;
    if (haystack.size() < needle.size())
        return false;
    const std::size_t last = haystack.size() - needle.size();
    for (std::size_t i = 0; i <= last; ++i) {
        if (small(haystack[i]) != needle.front())
            continue;
        std::size_t n = 1;
        while (n < needle.size() && small(haystack[i + n]) == needle[n])
            ++n;
        if (n == needle.size())
            return true;
    }
    return false;
}

int compareNatural(std::string_view a, std::string_view b)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const auto endA = digitsFrom(a, i), endB = digitsFrom(b, j);
            while (i + 1 < endA && a[i] == '0')
                ++i;
            while (j + 1 < endB && b[j] == '0')
                ++j;
            if (endA - i != endB - j)
                return endA - i < endB - j ? -1 : 1;
            if (const int order = a.substr(i, endA - i).compare(b.substr(j, endB - j)); order != 0)
                return order < 0 ? -1 : 1;
            i = endA;
            j = endB;
            continue;
        }
        const auto x = static_cast<unsigned char>(small(a[i])), y = static_cast<unsigned char>(small(b[j]));
        if (x != y)
            return x < y ? -1 : 1;
        ++i;
        ++j;
    }
    if (i < a.size() || j < b.size())
        return i < a.size() ? 1 : -1;
    const int bytes = a.compare(b); // `a1` and `a01`, `a` and `A`
    return bytes < 0 ? -1 : bytes > 0 ? 1 : 0;
}

RowFilter::RowFilter(Filter filter) : m_filter(std::move(filter))
{
    for (const FilterTerm& term : m_filter.terms()) {
        Term prepared{term, {}, asNumber(term.value)};
        for (const char c : term.value)
            prepared.folded += small(c);
        m_terms.push_back(std::move(prepared));
    }
}

bool RowFilter::changesByItself() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) {
        return term.term.key == "state" || term.term.op == FilterTerm::Op::greater || term.term.op == FilterTerm::Op::less;
    });
}

bool RowFilter::holds(const Term& term, const FieldValue& value)
{
    switch (term.term.op) {
    case FilterTerm::Op::equals:
        if (!value.is_number)
            return value.text == term.term.value;
        return std::to_string(value.number) == term.term.value
               || (term.number && static_cast<double>(value.number) == *term.number);
    case FilterTerm::Op::contains:
        return value.is_number ? std::to_string(value.number).find(term.term.value) != std::string::npos
                               : containsFolded(value.text, term.folded);
    case FilterTerm::Op::greater:
    case FilterTerm::Op::less: break;
    }
    const auto left = value.is_number ? std::optional(static_cast<double>(value.number)) : asNumber(value.text);
    if (!left || !term.number)
        return false;
    return term.term.op == FilterTerm::Op::greater ? *left > *term.number : *left < *term.number;
}

bool RowFilter::matches(const TableSpec& spec, const TableEntry& entry, const TableContext& context) const
{
    for (const Term& term : m_terms) {
        bool found = false;
        if (term.term.key.empty()) {
            thread_local std::vector<std::string_view> texts;
            texts.clear();
            spec.texts(entry, texts);
            found = std::any_of(texts.begin(), texts.end(),
                                [&](std::string_view text) { return containsFolded(text, term.folded); });
        } else if (const auto value = spec.filterValue(entry, term.term.key, context)) {
            found = holds(term, *value);
        }
        if (found == term.term.negated)
            return false;
    }
    return true;
}

} // namespace lockdesk
