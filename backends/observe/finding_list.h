// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/finding.h"
#include "backends/observe/row_map.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockdesk {

/// Findings in an order; reads like a vector of them. A list shares with the one before what is the same in both, as a store may
/// have tens of thousands, and lists of some minutes are kept.
class Findings
{
public:
    using Rows = std::vector<RowPtr<Finding>>;

    class Iterator
    {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Finding;
        using difference_type = std::ptrdiff_t;
        using pointer = const Finding*;
        using reference = const Finding&;

        Iterator() = default;
        explicit Iterator(Rows::const_iterator at) : m_at(at) {}
        reference operator*() const { return **m_at; }
        pointer operator->() const { return m_at->get(); }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            ++m_at;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        Rows::const_iterator m_at{};
    };
    using const_iterator = Iterator;
    using value_type = Finding;

    Findings() = default;
    explicit Findings(Rows rows) : m_rows(std::move(rows)) {}
    Findings(std::vector<Finding> all) // NOLINT(google-explicit-constructor)
    {
        m_rows.reserve(all.size());
        for (Finding& one : all)
            m_rows.push_back(std::make_shared<const Finding>(std::move(one)));
    }

    [[nodiscard]] Iterator begin() const { return Iterator(m_rows.begin()); }
    [[nodiscard]] Iterator end() const { return Iterator(m_rows.end()); }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    const Finding& operator[](std::size_t i) const { return *m_rows[i]; }
    [[nodiscard]] const Finding& front() const { return *m_rows.front(); }
    [[nodiscard]] const Rows& rows() const { return m_rows; }

    friend bool operator==(const Findings& a, const Findings& b)
    {
        return std::equal(a.m_rows.begin(), a.m_rows.end(), b.m_rows.begin(), b.m_rows.end(),
                          [](const auto& one, const auto& other) { return one == other || *one == *other; });
    }

private:
    Rows m_rows;
};

using FindingsPtr = std::shared_ptr<const Findings>;

/// Takes what is found. What was found before, and is the same, is shared: quickly where it comes in the same order.
class FindingSink
{
public:
    explicit FindingSink(const Findings::Rows& before) : m_before(before) { m_rows.reserve(before.size()); }

    void push_back(Finding finding);
    /// Whether everything is as before.
    [[nodiscard]] bool is_same() const { return m_in_order && m_rows.size() == m_before.size(); }
    Findings::Rows take() { return std::move(m_rows); }

private:
    RowPtr<Finding> before(const Finding& finding);

    const Findings::Rows& m_before;
    Findings::Rows m_rows;
    std::unordered_multimap<std::string_view, std::size_t> m_places; ///< key -> place in m_before; filled when the order differs
    std::size_t m_next = 0;                                          ///< in m_before
    bool m_in_order = true;
};

} // namespace lockdesk
