// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/task_table.h"

#include <string_view>

namespace lockdesk::sqlite {

/// Claims, one function for each strategy.
class TaskClaims
{
public:
    explicit TaskClaims(TaskTable& table) : m_db(table.db()), m_table(table) {}
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request);

private:
    std::vector<FoundTask> due(std::string_view statement, const ClaimRequest& request, const TaskRule& rule,
                               std::int64_t limit);
    /// Returns the due tasks that the claim takes, in its order.
    std::vector<FoundTask> pick(const ClaimRequest& request, const TaskRule& rule);
    std::optional<std::vector<TaskRow>> asked_again(const ClaimRequest& request);
    bool nothing_due(const ClaimRequest& request);
    bool lock(const ClaimRequest& request, FoundTask& found, bool compare_version);
    std::vector<TaskRow> claim_locked(const ClaimRequest& request);
    Answer<std::vector<TaskRow>> claim_by_version(const ClaimRequest& request);
    Answer<std::vector<TaskRow>> claim_blindly(const ClaimRequest& request);
    Answer<std::vector<FoundTask>> look(const ClaimRequest& request);

    Connection& m_db;
    TaskTable& m_table;
    bool m_came_empty = false; ///< the last claim took nothing: read before taking the write lock
};

} // namespace lockdesk::sqlite
