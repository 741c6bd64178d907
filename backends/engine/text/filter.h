// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/time.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// One condition of a filter: `owner:pod-7`, `name~order`, `age>5m`, `-env:prod`.
struct FilterTerm
{
    enum class Op { equals, contains, greater, less };
    std::string key; ///< empty: a bare word, searched in every text of the row
    Op op = Op::equals;
    std::string value;
    bool negated = false;
    friend bool operator==(const FilterTerm&, const FilterTerm&) = default;
};

/// A conjunction of terms. A value that can be saved, compared and printed. Words are separated by spaces; a value with
/// spaces is quoted: `name:"a b"`. Inside quotes `\"` and `\\` are escapes.
class Filter
{
public:
    /// A usage failure contains the word, its position and a similar key ("Unknown word \"stat\". Try state:expired.").
    /// `keys` are the allowed keys; a bare word is refused when `allow_bare` is false.
    static Answer<Filter> parse(std::string_view text, std::span<const std::string_view> keys, bool allow_bare);

    Filter() = default;
    explicit Filter(std::vector<FilterTerm> terms) : m_terms(std::move(terms)) {}
    [[nodiscard]] const std::vector<FilterTerm>& terms() const { return m_terms; }
    [[nodiscard]] bool empty() const { return m_terms.empty(); }
    [[nodiscard]] std::string text() const;

    /// Whether every term holds. `field` returns a row's text for a key (nullopt: the row has no such field, so a
    /// term without negation fails); for `>` and `<` both sides are parsed as durations or numbers.
    [[nodiscard]] bool matches(const std::function<std::optional<std::string>(std::string_view key)>& field) const;

    friend bool operator==(const Filter&, const Filter&) = default;

private:
    std::vector<FilterTerm> m_terms;
};

/// Filter keys of the command line, the same for every list.
std::span<const std::string_view> list_filter_keys();

/// Parameters of every `list`. The store applies the filter (in the statement where an index serves it), stops at
/// `limit`, and never counts a large table: `Page::about` is capped or estimated.
struct ListRequest
{
    Filter filter;
    std::size_t limit = 1000;
    /// A list that is read page by page ends after this time, with what it has found: for somebody who waits. nullopt: never.
    std::optional<Duration> patience{};
};

template <class Row> struct Page
{
    std::vector<Row> rows;
    bool truncated = false;            ///< there are more rows than `limit`
    bool unfinished = false;           ///< ended by `patience`: more rows may match
    std::optional<std::int64_t> about; ///< total when truncated, if it is cheap: an estimate
};

} // namespace lockdesk
