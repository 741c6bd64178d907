// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <algorithm>

namespace lockdesk::redis {

/// How many rows one script reads: it holds the server up for about a millisecond.
inline constexpr std::int64_t page_size = 1000;

/// The value that the filter demands of a field, when it does: then an index is asked instead of everything.
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

/// So many rows that fit are looked for, whatever the limit: an order and a number that do not depend on chance.
inline constexpr std::size_t shortest_look = 10'000;

/// Keeps rows that fit, and one more than are looked for, which tells that there are more.
template <class Row> class Collector
{
public:
    explicit Collector(const ListRequest& request) : m_request(request), m_window(std::max(request.limit, shortest_look)) {}
    /// False: enough.
    bool offer(Row row, TimePoint now)
    {
        if (fits(m_request.filter, row, now))
            m_page.rows.push_back(std::move(row));
        return !full();
    }
    [[nodiscard]] bool full() const { return m_page.rows.size() > m_window; }
    std::vector<Row>& rows() { return m_page.rows; }
    /// `total`: how many there are in all, filtered out or not.
    Page<Row> page(std::int64_t total)
    {
        if (m_page.rows.size() > m_request.limit) {
            m_page.truncated = true;
            if (m_request.filter.empty())
                m_page.about = total;
            else if (!full())
                m_page.about = static_cast<std::int64_t>(m_page.rows.size());
            m_page.rows.resize(m_request.limit);
        }
        return std::move(m_page);
    }

private:
    const ListRequest& m_request;
    std::size_t m_window;
    Page<Row> m_page;
};

} // namespace lockdesk::redis
