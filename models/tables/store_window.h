// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/table_spec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// Rows of a store's own order that a table shows, of a store with more rows than are live: a window that moves by half its
/// length when the user comes near one of its ends. One thread.
class StoreWindow
{
public:
    /// Requests this order of the rows of a connection, from its beginning. Returns false if that is what it shows.
    bool begin(int connection, const RowOrder& order);
    /// Begins again, for another filter.
    void restart();
    /// Shows no order of a store. Returns false if it does not.
    bool end();

    [[nodiscard]] bool isOf(int connection) const { return m_order && m_connection == connection; }
    [[nodiscard]] bool isActive() const { return m_order.has_value(); }
    /// What to ask the store for.
    [[nodiscard]] Search search(const Filter& filter) const { return {filter, m_order, m_after}; }
    /// Takes what the store answered to that. Returns false if the rows stay what they were.
    bool take(const Found& found);
    /// The rows are these on screen. Returns true if the window is to move: `search` has changed.
    bool moveFor(int first, int last);

    [[nodiscard]] bool isWaiting() const { return m_waiting; } ///< for an answer
    [[nodiscard]] const std::string& problem() const { return m_problem; } ///< why there was no other answer
    [[nodiscard]] const std::shared_ptr<const RowRanks>& ranks() const { return m_ranks; } ///< null: no answer yet
    [[nodiscard]] std::int64_t rowsBefore() const { return m_shownBefore; } ///< rows of the order before the window
    [[nodiscard]] bool hasMore() const { return m_more; }                   ///< rows after it

private:
    int m_connection = -1;
    std::optional<RowOrder> m_order;
    std::string m_after, m_middle; ///< `m_middle`: where the window after this one begins
    std::vector<std::pair<std::string, std::int64_t>> m_passed; ///< windows before: `after` and rows before
    std::int64_t m_before = 0, m_shownBefore = 0, m_size = 0;
    std::shared_ptr<const RowRanks> m_ranks;
    std::shared_ptr<const std::vector<std::string>> m_keys;
    std::string m_problem;
    bool m_more = false, m_waiting = false;
};

} // namespace lockdesk
