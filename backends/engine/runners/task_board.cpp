// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/task_board.h"

#include <algorithm>

namespace lockdesk {

void TaskBoard::put(std::vector<HeldTaskPtr> tasks)
{
    {
        const std::lock_guard lock(m_mutex);
        m_held.insert(m_held.end(), tasks.begin(), tasks.end());
        m_queue.insert(m_queue.end(), std::make_move_iterator(tasks.begin()), std::make_move_iterator(tasks.end()));
    }
    m_changed.notify_all();
}

HeldTaskPtr TaskBoard::take()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_closed || !m_queue.empty(); });
    if (m_queue.empty())
        return nullptr;
    auto task = std::move(m_queue.front());
    m_queue.pop_front();
    return task;
}

bool TaskBoard::finish(const HeldTaskPtr& task)
{
    const std::lock_guard lock(m_mutex);
    const auto at = std::find(m_held.begin(), m_held.end(), task);
    if (at == m_held.end())
        return false;
    std::swap(*at, m_held.back());
    m_held.pop_back();
    return true;
}

bool TaskBoard::overdue(const HeldTaskPtr& task, SteadyPoint now) const
{
    const std::lock_guard lock(m_mutex);
    return now >= task->deadline || task->lost.stop_requested();
}

std::vector<HeldTaskPtr> TaskBoard::close()
{
    std::vector<HeldTaskPtr> unbegun;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        unbegun.assign(m_queue.begin(), m_queue.end());
        m_queue.clear();
    }
    m_changed.notify_all();
    for (const auto& task : unbegun)
        finish(task);
    return unbegun;
}

std::size_t TaskBoard::held() const
{
    const std::lock_guard lock(m_mutex);
    return m_held.size();
}

void TaskBoard::extended(const HeldTaskPtr& task, SteadyPoint asked_at)
{
    const std::lock_guard lock(m_mutex);
    task->deadline = std::max(task->deadline, lease_deadline(asked_at, task->row.lock_timeout));
}

TaskBoard::Due TaskBoard::due(SteadyPoint now, bool extend)
{
    const std::lock_guard lock(m_mutex);
    Due out{{}, {}, SteadyPoint::max()};
    for (const auto& task : m_held) {
        if (task->lost.stop_requested())
            continue;
        if (now >= task->deadline) {
            out.lost.push_back(task);
            continue;
        }
        out.next = std::min(out.next, task->deadline);
        if (!extend)
            continue;
        if (now >= task->next_extend) {
            out.extend.push_back(task);
            task->next_extend = steady_after(now, task->row.lock_timeout / 3);
        }
        out.next = std::min(out.next, task->next_extend);
    }
    return out;
}

} // namespace lockdesk
