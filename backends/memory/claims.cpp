// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/claims.h"

#include "backends/engine/rules/task_rules.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

class Picker
{
public:
    Picker(const Space& space, const TaskOrder& order, std::int64_t due_before)
        : m_space(space), m_order(order), m_due_before(due_before)
    {
    }

    // Picks tasks that were claimed before: locked_at > 1970. At most `quota`.
    void returned(std::size_t quota)
    {
        m_first_returned = m_order.upper_bound(TaskKey{0, std::numeric_limits<std::int64_t>::max(), {}});
        m_after_returned = m_first_returned;
        for (; quota > 0 && due(m_after_returned); --quota, ++m_after_returned)
            add(*m_after_returned);
    }

    // Picks in plain order up to `limit` tasks, without those that `returned` has picked.
    void plain(std::size_t limit)
    {
        auto it = m_order.begin();
        while (m_picked.size() < limit && due(it)) {
            if (m_first_returned != m_after_returned && it == m_first_returned) {
                it = m_after_returned;
                continue;
            }
            add(*it++);
        }
    }

    std::vector<Picked> in_order()
    {
        std::sort(m_picked.begin(), m_picked.end(), [](const Picked& a, const Picked& b) {
            return std::tie(a.locked_at, a.updated_at, a.id) < std::tie(b.locked_at, b.updated_at, b.id);
        });
        return std::move(m_picked);
    }

private:
    [[nodiscard]] bool due(TaskOrder::const_iterator it) const
    {
        return it != m_order.end() && it->locked_at < m_due_before;
    }
    void add(const TaskKey& key)
    {
        const std::string id(key.id);
        m_picked.push_back({id, m_space.tasks.at(id).row.token, key.locked_at, key.updated_at});
    }

    const Space& m_space;
    const TaskOrder& m_order;
    std::int64_t m_due_before;
    TaskOrder::const_iterator m_first_returned{};
    TaskOrder::const_iterator m_after_returned{};
    std::vector<Picked> m_picked;
};

} // namespace

std::vector<Picked> pick_due(const Space& space, TimePoint now, const ClaimRequest& request, bool fair)
{
    const auto queue = space.order.find({request.kind.str(), request.phase.str()});
    if (queue == space.order.end() || request.limit < 1)
        return {};
    const auto timeout = task_rules::claim_timeout(request, space.rule(request.kind.str(), request.phase.str()));
    const auto limit = static_cast<std::size_t>(request.limit);
    Picker picker(space, queue->second, to_us(add(now, -timeout)));
    if (fair && (limit > 1 || request.returned_first))
        picker.returned(limit == 1 ? 1 : std::max<std::size_t>(1, limit / 4));
    picker.plain(limit);
    return picker.in_order();
}

void take(Space& space, TimePoint now, const ClaimRequest& request, TaskRecord& task)
{
    space.change_task(task, [&](TaskRow& row) { task_rules::take(row, request, now); });
}

} // namespace lockdesk::memory
