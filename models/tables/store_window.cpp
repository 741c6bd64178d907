// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/store_window.h"

#include <tuple>
#include <utility>

namespace lockdesk {

bool StoreWindow::begin(int connection, const RowOrder& order)
{
    if (isOf(connection) && *m_order == order)
        return false;
    m_connection = connection;
    m_order = order;
    restart();
    return true;
}

void StoreWindow::restart()
{
    auto order = std::move(m_order);
    const int connection = m_connection;
    *this = {};
    m_order = std::move(order);
    m_connection = connection;
    m_waiting = m_order.has_value();
}

bool StoreWindow::end()
{
    const bool was = m_order.has_value();
    *this = {};
    return was;
}

bool StoreWindow::take(const Found& found)
{
    m_waiting = false;
    m_problem = found.problem;
    if (!found.problem.empty() || !found.keys)
        return false;
    m_middle = found.middle;
    m_more = found.more;
    m_shownBefore = m_before;
    m_size = static_cast<std::int64_t>(found.keys->size());
    if (m_ranks && *m_keys == *found.keys)
        return false;
    m_keys = found.keys;
    m_ranks = std::make_shared<const RowRanks>(m_connection, found.keys);
    return true;
}

bool StoreWindow::moveFor(int first, int last)
{
    if (!m_ranks || m_waiting || m_size < 8)
        return false;
    const std::int64_t near = m_size / 8;
    if (m_more && last >= m_size - near) {
        m_passed.emplace_back(m_after, m_before);
        m_before += m_size / 2 + 1;
        m_after = m_middle;
    } else if (!m_passed.empty() && first <= near) {
        std::tie(m_after, m_before) = m_passed.back();
        m_passed.pop_back();
    } else {
        return false;
    }
    m_waiting = true;
    return true;
}

} // namespace lockdesk
