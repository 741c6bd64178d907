// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockdesk::mongodb {

/// Returns the condition of a field without an owner: absent, null or empty.
Bson nobody();
/// Adds the `owner` that was shown to an operator; empty: nobody.
void add_shown_owner(Values& values, const std::string& owner);

/// Rules and rows of tasks as every verb reads them.
class TaskTable
{
public:
    explicit TaskTable(Link& link) : m_link(link) {}
    [[nodiscard]] Link& link() const { return m_link; }

    /// Reads the rules every second, and in every call of a sandbox: they may change by hand, and a claim needs one.
    std::optional<Failure> refresh_rules();
    /// Makes the next `refresh_rules` read them.
    void forget_rules() { m_rules_at = {}; }
    [[nodiscard]] const Rules& rules() const { return m_rules; }

    std::optional<Failure> each_named(std::span<const std::string> ids, const std::function<void(View)>& see);
    Answer<std::optional<TaskRow>> read(const TaskId& id);

private:
    Link& m_link;
    Rules m_rules;
    SteadyPoint m_rules_at{};
};

/// Applies the steps of holders: one command for many, and one read for their results.
Answer<std::vector<StepAnswer>> apply_steps(TaskTable& table, std::span<const TaskStep> steps);

// The end of a task.
Answer<std::vector<std::string>> preview_removal(TaskTable& table, const TaskRemoval& request);
Answer<StepAnswer> remove_task(TaskTable& table, const TaskRemoval& request);
Answer<std::int64_t> collect_tasks(TaskTable& table, Duration older_than, std::int64_t limit);

} // namespace lockdesk::mongodb
