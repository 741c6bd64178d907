// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/claims.h"

#include "backends/engine/rules/claim_rules.h"
#include "backends/engine/rules/task_rules.h"

#include <limits>

namespace lockdesk::memory {

namespace {

/// Collects due tasks of one phase, each once.
class Candidates
{
public:
    Candidates(const Space& space, const TaskOrder& order, std::int64_t due_before)
        : m_space(space), m_order(order), m_due_before(due_before), m_end(order.begin())
    {
    }

    /// Adds the first ones in order.
    void first(std::size_t most)
    {
        for (; m_found.size() < most && due(m_end); ++m_end)
            add(*m_end);
    }

    /// Adds the first returned ones: locked_at > 1970.
    void first_returned(std::size_t most)
    {
        auto it = m_order.upper_bound(TaskKey{0, std::numeric_limits<std::int64_t>::max(), {}});
        for (; most > 0 && due(it); --most, ++it)
            if (m_end != m_order.end() && !(*it < *m_end))
                add(*it);
    }

    std::vector<Picked> take() { return std::move(m_found); }

private:
    [[nodiscard]] bool due(TaskOrder::const_iterator it) const
    {
        return it != m_order.end() && it->locked_at < m_due_before;
    }
    void add(const TaskKey& key)
    {
        const std::string id(key.id);
        m_found.push_back({id, m_space.tasks.at(id).row.token, key.locked_at, key.updated_at});
    }

    const Space& m_space;
    const TaskOrder& m_order;
    std::int64_t m_due_before;
    TaskOrder::const_iterator m_end; ///< behind those that `first` has added
    std::vector<Picked> m_found;
};

} // namespace

std::vector<Picked> pick_due(const Space& space, TimePoint now, const ClaimRequest& request)
{
    const auto queue = space.order.find({request.kind.str(), request.phase.str()});
    if (queue == space.order.end() || request.limit < 1)
        return {};
    const auto timeout = task_rules::claim_timeout(request, space.rule(request.kind.str(), request.phase.str()));
    Candidates candidates(space, queue->second, to_us(add(now, -timeout)));
    candidates.first(static_cast<std::size_t>(request.limit));
    candidates.first_returned(task_rules::returned_share(request));
    return task_rules::pick(candidates.take(), request, [](const Picked& p) {
        return task_rules::ClaimPlace{time_from_us(p.locked_at), time_from_us(p.updated_at), p.id};
    });
}

void take(Space& space, TimePoint now, const ClaimRequest& request, TaskRecord& task)
{
    space.change_task(task, [&](TaskRow& row) { task_rules::take(row, request, now); });
}

} // namespace lockdesk::memory
