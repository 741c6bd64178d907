// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockdesk {

template <class Row> using RowPtr = std::shared_ptr<const Row>;

inline const std::string& key_of(const LockRow& row) { return row.key.empty() ? row.name : row.key.str(); }
inline const std::string& key_of(const TaskRow& row) { return row.id; }
inline const std::string& key_of(const MessageRow& row) { return row.id; }
inline const std::string& key_of(const WorkerRow& row) { return row.id; }

/// Rows by `key_of`: lock name (or key), task id, message id, worker id. Reads like a map; the keys are those in the rows, since a
/// second copy of a hundred thousand names is dear.
template <class Row> class RowMap
{
    struct Entry
    {
        mutable RowPtr<Row> row; ///< only another one with the same key takes its place
    };
    struct Key
    {
        using is_transparent = void;
        static std::string_view of(std::string_view key) { return key; }
        static std::string_view of(const Entry& entry) { return key_of(*entry.row); }
        std::size_t operator()(const auto& one) const { return std::hash<std::string_view>{}(of(one)); }
        bool operator()(const auto& a, const auto& b) const { return of(a) == of(b); }
    };
    using Set = std::unordered_set<Entry, Key, Key>;

public:
    using value_type = std::pair<const std::string&, const RowPtr<Row>&>;
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = RowMap::value_type;
        using difference_type = std::ptrdiff_t;
        using reference = value_type;
        struct pointer
        {
            RowMap::value_type value;
            const RowMap::value_type* operator->() const { return &value; }
        };
        Iterator() = default;
        value_type operator*() const { return {key_of(*m_at->row), m_at->row}; }
        pointer operator->() const { return {**this}; }
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
        friend RowMap;
        explicit Iterator(typename Set::const_iterator at) : m_at(at) {}
        typename Set::const_iterator m_at;
    };
    using const_iterator = Iterator;

    [[nodiscard]] Iterator begin() const { return Iterator(m_rows.begin()); }
    [[nodiscard]] Iterator end() const { return Iterator(m_rows.end()); }
    [[nodiscard]] Iterator find(std::string_view key) const { return Iterator(m_rows.find(key)); }
    [[nodiscard]] bool contains(std::string_view key) const { return m_rows.contains(key); }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    void clear() { m_rows.clear(); }
    /// Adds the row, or replaces the one with its key.
    void put(RowPtr<Row> row)
    {
        const auto [at, is_new] = m_rows.insert(Entry{row});
        if (!is_new)
            replace(Iterator(at), std::move(row));
    }
    /// Replaces a row by one with the same key. The iterator stays valid.
    void replace(Iterator at, RowPtr<Row> row) { at.m_at->row = std::move(row); }
    void erase(Iterator at) { m_rows.erase(at.m_at); }
    void erase(std::string_view key)
    {
        if (const auto at = m_rows.find(key); at != m_rows.end())
            m_rows.erase(at);
    }

private:
    Set m_rows;
};

} // namespace lockdesk
