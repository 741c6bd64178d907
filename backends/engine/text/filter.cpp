// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/filter.h"

#include "backends/engine/text/fold.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockdesk {

namespace {

constexpr std::array<std::string_view, 8> command_line_keys{"name", "id",    "owner", "state",
                                                            "kind", "phase", "topic", "claim"};

// Parses a value as a number: durations become microseconds, so that `age>5m` compares with an age in any unit.
std::optional<double> as_number(std::string_view text)
{
    if (const auto d = parse_duration(text); d && text != "0")
        return static_cast<double>(d->count());
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() && !text.empty())
        return number;
    return std::nullopt;
}

// One word of the filter text; quotes are resolved in its value only.
struct Word
{
    std::size_t at = 0;
    std::string key;
    char op = 0;
    std::string value;
    bool negated = false;
    bool unclosed = false;
};

Word next_word(std::string_view text, std::size_t& i)
{
    Word word;
    word.at = i;
    if (text[i] == '-' && i + 1 < text.size() && text[i + 1] != ' ') {
        word.negated = true;
        ++i;
    }
    std::string* into = &word.key;
    bool quoted = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\' && i + 1 < text.size()) {
            *into += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ' ') {
            break;
        } else if (!quoted && word.op == 0 && (c == ':' || c == '~' || c == '>' || c == '<')) {
            word.op = c;
            into = &word.value;
        } else {
            *into += c;
        }
    }
    word.unclosed = quoted;
    return word;
}

std::string nearby(std::string_view key, std::span<const std::string_view> keys)
{
    const auto shared = [&](std::string_view candidate) {
        std::size_t n = 0;
        while (n < key.size() && n < candidate.size() && key[n] == candidate[n])
            ++n;
        return n;
    };
    std::string_view best = keys.empty() ? std::string_view{"name"} : keys.front();
    for (const auto candidate : keys)
        if (shared(candidate) > shared(best))
            best = candidate;
    return std::string(best) + (best == "state" ? ":expired" : ":...");
}

std::string quoted_if_needed(const std::string& value)
{
    if (!value.empty() && value.find_first_of(" \"\\:~<>") == std::string::npos && value.front() != '-')
        return value;
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

} // namespace

std::span<const std::string_view> list_filter_keys() { return command_line_keys; }

Answer<Filter> Filter::parse(std::string_view text, std::span<const std::string_view> keys, bool allow_bare)
{
    std::vector<FilterTerm> terms;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] == ' ') {
            ++i;
            continue;
        }
        const Word word = next_word(text, i);
        const auto where = " (at character " + std::to_string(word.at + 1) + ")";
        if (word.unclosed)
            return Failure::usage("A quote is not closed" + where + ".");
        if (word.op == 0) {
            if (!allow_bare || word.key.empty())
                return Failure::usage("Unknown word \"" + to_valid_utf8(word.key) + "\"" + where + ". Try "
                                      + nearby(word.key, keys) + ".");
            terms.push_back({{}, FilterTerm::Op::contains, word.key, word.negated});
            continue;
        }
        if (std::find(keys.begin(), keys.end(), word.key) == keys.end())
            return Failure::usage("Unknown key \"" + to_valid_utf8(word.key) + "\"" + where + ". Try "
                                  + nearby(word.key, keys) + ".");
        const auto op = word.op == ':'   ? FilterTerm::Op::equals
                        : word.op == '~' ? FilterTerm::Op::contains
                        : word.op == '>' ? FilterTerm::Op::greater
                                         : FilterTerm::Op::less;
        const bool ordered = op == FilterTerm::Op::greater || op == FilterTerm::Op::less;
        if (word.value.empty())
            return Failure::usage("\"" + word.key + "\" has no value" + where + ".");
        if (ordered && !as_number(word.value))
            return Failure::usage("\"" + to_valid_utf8(word.value) + "\" is neither a number nor a duration" + where
                                  + ". Try " + word.key + word.op + "5m.");
        terms.push_back({word.key, op, word.value, word.negated});
    }
    return Filter(std::move(terms));
}

std::string Filter::text() const
{
    std::string out;
    for (const FilterTerm& term : m_terms) {
        if (!out.empty())
            out += ' ';
        if (term.negated)
            out += '-';
        if (!term.key.empty()) {
            constexpr std::array<char, 4> signs{':', '~', '>', '<'};
            out += term.key;
            out += signs[static_cast<std::size_t>(term.op)];
        }
        out += quoted_if_needed(term.value);
    }
    return out;
}

bool Filter::matches(const std::function<std::optional<std::string>(std::string_view key)>& field) const
{
    for (const FilterTerm& term : m_terms) {
        const auto value = field(term.key);
        bool holds = false;
        if (value) {
            switch (term.op) {
            case FilterTerm::Op::equals: holds = *value == term.value; break;
            case FilterTerm::Op::contains: holds = contains_folded(*value, term.value); break;
            case FilterTerm::Op::greater:
            case FilterTerm::Op::less: {
                const auto left = as_number(*value);
                const auto right = as_number(term.value);
                holds = left && right && (term.op == FilterTerm::Op::greater ? *left > *right : *left < *right);
                break;
            }
            }
        }
        if (holds == term.negated)
            return false;
    }
    return true;
}

} // namespace lockdesk
