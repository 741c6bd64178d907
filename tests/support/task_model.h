// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockdesk::test {

/// Without payload, timeouts and `raw`.
std::string line(const TaskRow& row);
std::string line(const StepAnswer& a);

bool same(const TaskRow& a, const TaskRow& b);
bool same(const StepAnswer& a, const StepAnswer& b);

/// The tasks of one kind as the rules of backends/engine/rules have them: the answer to each verb, and the rows afterwards.
class TaskModel
{
public:
    TimePoint now{};
    std::map<std::string, TaskRow> rows;

    explicit TaskModel(std::vector<TaskRule> rules) : m_rules(std::move(rules)) {}

    /// Returns the rule of a phase; the default one if none was set.
    [[nodiscard]] TaskRule rule(const std::string& phase) const;
    [[nodiscard]] bool is_due(const TaskRow& row) const;

    void add(const NewTask& task);
    /// A new claim, of any strategy but `version` and `none`.
    std::vector<TaskRow> claim(const ClaimRequest& request);
    StepAnswer apply(const TaskStep& step);
    StepAnswer relock(const ForcedRelock& request);
    StepAnswer remove(const TaskRemoval& request);

private:
    std::vector<TaskRule> m_rules;
    std::int64_t m_floor = 0; ///< the largest token of a removed task
};

} // namespace lockdesk::test
