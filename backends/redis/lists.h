// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/listed_rows.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

/// Rows per script: it blocks the server for about a millisecond.
inline constexpr std::int64_t page_size = 1000;

/// Without a filter as many are collected as with one, so that order and number do not depend on chance.
template <class Row> Collector<Row> collector_of(const ListRequest& request)
{
    return Collector<Row>(request, shortest_look);
}

/// Ids per page of a search: to send them blocks the server for a millisecond.
inline constexpr std::int64_t searched_ids = 2000;
inline constexpr std::int64_t most_ids = 1'000'000'000'000; ///< beyond what a server can have: a number from outside

/// What of a filter can be sought in names and rows as they are: the rows that contain it may match.
struct Sought
{
    std::string text;    ///< in lower case; empty: nothing
    std::string_view in; ///< `id`, `owner`, or empty: either
};
inline Sought sought_text(const Filter& filter)
{
    for (const FilterTerm& term : filter.terms()) {
        const bool plain = seeks_plain_text(term);
        const bool by_id = term.key == "name" || term.key == "id";
        if (!plain || !(term.key.empty() || by_id || term.key == "owner"))
            continue;
        Sought out{term.value, by_id ? "id" : term.key.empty() ? "" : "owner"}; // the filter may be a temporary one
        for (char& c : out.text)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return out;
    }
    for (const FilterTerm& term : filter.terms()) // exact text is contained, whatever its letters
        if (term.key == "owner" && term.op == FilterTerm::Op::equals)
            if (const FilterTerm like{"owner", FilterTerm::Op::contains, term.value, term.negated}; seeks_plain_text(like))
                return sought_text(Filter(std::vector{like}));
    return {};
}

} // namespace lockdesk::redis
