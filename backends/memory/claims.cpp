// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/claims.h"

#include "backends/engine/rules/claim_rules.h"
#include "backends/engine/rules/task_rules.h"

#include <limits>

namespace lockdesk::memory {

namespace {

/// Collects due tasks of one phase in the order of claims, each once.
class Candidates
{
public:
    Candidates(const Space& space, const TaskOrder& order, std::int64_t due_before)
        : m_space(space), m_order(order), m_due_before(due_before), m_returned(order.end()), m_end_of_returned(order.end())
    {
    }

    /// Adds the first returned ones: locked_at > 1970.
    void add_returned(std::size_t most)
    {
        m_returned = m_order.upper_bound(TaskKey{0, std::numeric_limits<std::int64_t>::max(), {}});
        for (m_end_of_returned = m_returned; most > 0 && due(m_end_of_returned); ++m_end_of_returned)
            most -= add(*m_end_of_returned) ? 1 : 0;
    }

    /// Adds the first ones, but for those that `add_returned` has added.
    void add_first(std::size_t most)
    {
        for (auto it = m_order.begin(); most > 0 && due(it);) {
            if (it == m_returned && m_returned != m_end_of_returned)
                it = m_end_of_returned;
            if (due(it))
                most -= add(*it++) ? 1 : 0;
        }
    }

    [[nodiscard]] std::size_t size() const { return m_found.size(); }
    std::vector<Picked> take() { return std::move(m_found); }

private:
    [[nodiscard]] bool due(TaskOrder::const_iterator it) const
    {
        return it != m_order.end() && it->locked_at < m_due_before;
    }
    // A task whose next token could not be checked must not stop the others.
    bool add(const TaskKey& key)
    {
        const std::string id(key.id);
        const auto token = m_space.tasks.at(id).row.token;
        if (token.has_next())
            m_found.push_back({id, token, key.locked_at, key.updated_at});
        return token.has_next();
    }

    const Space& m_space;
    const TaskOrder& m_order;
    std::int64_t m_due_before;
    TaskOrder::const_iterator m_returned, m_end_of_returned; ///< the range that `add_returned` has added
    std::vector<Picked> m_found;
};

} // namespace

std::vector<Picked> pick_due(const Space& space, TimePoint now, const ClaimRequest& request)
{
    const auto queue = space.order.find({request.kind.str(), request.phase.str()});
    if (queue == space.order.end() || request.limit < 1)
        return {};
    const auto timeout = task_rules::claim_timeout(request, space.rule(request.kind.str(), request.phase.str()));
    const auto limit = static_cast<std::size_t>(request.limit);
    Candidates candidates(space, queue->second, to_us(add(now, -timeout)));
    if (const auto share = task_rules::returned_share(request); share > 0)
        candidates.add_returned(share);
    if (candidates.size() == limit)
        return candidates.take();
    const bool in_order = candidates.size() == 0;
    candidates.add_first(limit);
    if (in_order)
        return candidates.take();
    return task_rules::pick(candidates.take(), request, [](const Picked& p) {
        return task_rules::ClaimPlace{time_from_us(p.locked_at), time_from_us(p.updated_at), p.id};
    });
}

void take(Space& space, TimePoint now, const ClaimRequest& request, TaskRecord& task)
{
    space.change_task(task, [&](TaskRow& row) { task_rules::take(row, request, now); });
}

} // namespace lockdesk::memory
