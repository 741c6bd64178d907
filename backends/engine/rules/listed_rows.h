// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Lists that the store's process filters itself: what of a filter an index can serve, and the rows of one page.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <algorithm>
#include <chrono>

namespace lockdesk {

/// Returns the value that the filter requires of a field, or null: it allows reading an index instead of everything.
inline const std::string* demanded(const Filter& filter, std::string_view key)
{
    for (const FilterTerm& term : filter.terms())
        if (term.key == key && term.op == FilterTerm::Op::equals && !term.negated)
            return &term.value;
    return nullptr;
}

template <class Row> bool fits(const Filter& filter, const Row& row, TimePoint now)
{
    return filter.empty() || filter.matches([&](std::string_view key) -> std::optional<std::string> {
        return filter_field(row, now, key);
    });
}

/// Returns the terms about the name: where names are known before rows, the others need not be read.
inline Filter name_terms(const Filter& filter)
{
    std::vector<FilterTerm> terms;
    for (const FilterTerm& term : filter.terms())
        if (term.key == "name" || term.key == "id")
            terms.push_back(term);
    return Filter(std::move(terms));
}

/// Whether a server may narrow a list to rows that contain the term's text: text that servers compare alike, whatever their
/// collations.
inline bool seeks_plain_text(const FilterTerm& term)
{
    return !term.negated && term.op == FilterTerm::Op::contains && !term.value.empty()
           && std::all_of(term.value.begin(), term.value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// When the request's patience ends; nullopt: never.
inline std::optional<SteadyPoint> end_of(const ListRequest& request)
{
    return request.patience ? std::optional(steady_after(std::chrono::steady_clock::now(), *request.patience))
                            : std::nullopt;
}

/// Minimum number of rows matching a filter to collect, whatever the limit, to report how many there are.
inline constexpr std::size_t shortest_look = 10'000;

/// Collects matching rows, and one more than needed, which shows that there are more.
template <class Row> class Collector
{
public:
    /// `at_least`: number of rows to collect without a filter, whatever the limit.
    explicit Collector(const ListRequest& request, std::size_t at_least = 0)
        : m_request(request), m_window(std::max(request.limit, request.patience         ? 0
                                                               : request.filter.empty() ? at_least
                                                                                        : shortest_look)),
          m_until(end_of(request))
    {
    }
    /// Returns false when it has enough.
    bool offer(Row row, TimePoint now)
    {
        take(std::move(row), now);
        return !full();
    }
    /// The same for rows that are here already, so that patience does not matter.
    bool take(Row row, TimePoint now)
    {
        if (fits(m_request.filter, row, now))
            m_page.rows.push_back(std::move(row));
        return m_page.rows.size() <= m_window;
    }
    /// Number of rows that are enough.
    [[nodiscard]] std::size_t enough() const { return m_window + 1; }
    [[nodiscard]] bool full()
    {
        m_page.unfinished = m_page.unfinished || (m_until && std::chrono::steady_clock::now() >= *m_until);
        return m_page.unfinished || m_page.rows.size() > m_window;
    }
    std::vector<Row>& rows() { return m_page.rows; }
    /// `total`: number of rows, including those filtered out.
    Page<Row> page(std::int64_t total)
    {
        if (m_page.rows.size() > m_request.limit) {
            m_page.truncated = true;
            if (m_request.filter.empty())
                m_page.about = total;
            else if (m_page.rows.size() <= m_window)
                m_page.about = static_cast<std::int64_t>(m_page.rows.size());
            m_page.rows.resize(m_request.limit);
        }
        return std::move(m_page);
    }

private:
    const ListRequest& m_request;
    std::size_t m_window;
    std::optional<SteadyPoint> m_until;
    Page<Row> m_page;
};

} // namespace lockdesk
