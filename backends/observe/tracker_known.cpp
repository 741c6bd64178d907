// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Which rows a read of everything leaves out, because they are here and have not changed.
#include "backends/observe/more_sources.h"
#include "backends/observe/tracker.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

void Tracker::begin()
{
    std::vector<const void*>().swap(m_left_out);
    m_left_out_sorted = false;
}

template <class Row> bool Tracker::leave_out(const Row& row, const RowMap<Row>& among)
{
    const auto found = among.find(key_of(row));
    if (found == among.end() || !(*found->second == row))
        return false;
    m_left_out.push_back(found->second.get());
    m_left_out_sorted = false;
    return true;
}

// MoreSources learns from the batch which locks are of draws.
bool Tracker::leaves_out(const LockRow& row) { return !row.name.starts_with(draw_lock) && leave_out(row, m_rows.locks); }

bool Tracker::leaves_out(const TaskRow& row) { return leave_out(row, m_rows.tasks); }

bool Tracker::left_out(const std::string& lock)
{
    const auto found = m_rows.locks.find(lock);
    return found != m_rows.locks.end() && was_left_out(found->second.get());
}

bool Tracker::was_left_out(const void* row)
{
    if (!std::exchange(m_left_out_sorted, true))
        std::sort(m_left_out.begin(), m_left_out.end());
    return std::binary_search(m_left_out.begin(), m_left_out.end(), row);
}

} // namespace lockdesk
