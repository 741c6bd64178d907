// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/sqlite/connection.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockdesk::sqlite {

/// A task and its row number.
struct FoundTask
{
    TaskRow task;
    std::int64_t row = 0;
};

/// Rules and rows of tasks as every verb reads them, in the transaction of that verb.
class TaskTable
{
public:
    explicit TaskTable(Connection& db) : m_db(db) {}
    [[nodiscard]] Connection& db() const { return m_db; }

    /// Returns the rule, read once per verb.
    const TaskRule& rule(const std::string& kind, const std::string& phase);
    std::vector<TaskRule> all_rules();
    std::optional<FoundTask> read(const std::string& id);
    /// Returns the task with its raw record, as find and list show it.
    std::optional<TaskRow> shown(const std::string& id);

private:
    Connection& m_db;
    std::deque<TaskRule> m_rules; ///< read during the verb numbered m_rules_of
    std::uint64_t m_rules_of = 0;
};

/// Applies the steps of holders, in one write transaction.
Answer<std::vector<StepAnswer>> apply_steps(TaskTable& table, std::span<const TaskStep> steps);

// The end of a task.
Answer<std::vector<std::string>> preview_removal(TaskTable& table, const TaskRemoval& request);
Answer<StepAnswer> remove_task(TaskTable& table, const TaskRemoval& request);
Answer<std::int64_t> collect_tasks(TaskTable& table, Duration older_than, std::int64_t limit);

} // namespace lockdesk::sqlite
