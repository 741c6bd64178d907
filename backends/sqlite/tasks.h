// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/sqlite/connection.h"

#include <deque>

namespace lockdesk::sqlite {

class SqliteTasks final : public Tasks
{
public:
    explicit SqliteTasks(Connection& db) : m_db(db) {}
    Answer<AddedTasks> add(std::span<const NewTask> tasks) override;
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override;
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override;
    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override;
    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override;
    Answer<StepAnswer> remove(const TaskRemoval& request) override;
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) override;
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override;
    Answer<std::optional<TaskRow>> find(const TaskId& id) override;
    Answer<Page<TaskRow>> list(const ListRequest& request) override;
    Answer<TaskRule> set_rule(const TaskRule& rule) override;
    Answer<std::vector<TaskRule>> rules() override;
    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override;

private:
    /// A task and its row number.
    struct Found
    {
        TaskRow task;
        std::int64_t row = 0;
    };
    /// Returns the rule, read once per verb.
    const TaskRule& rule(const std::string& kind, const std::string& phase);
    std::optional<Found> read(const std::string& id);
    /// Returns the task with its raw record, as find and list show it.
    std::optional<TaskRow> shown(const std::string& id);
    std::vector<TaskRule> all_rules();
    PhaseCount count_phase(const std::string& kind, const std::string& phase, std::int64_t cap);

    // claims.cpp
    std::vector<Found> due(std::string_view statement, const ClaimRequest& request, const TaskRule& rule,
                           std::int64_t limit);
    std::vector<Found> fair(const ClaimRequest& request, const TaskRule& rule);
    std::optional<std::vector<TaskRow>> asked_again(const ClaimRequest& request);
    bool nothing_due(const ClaimRequest& request);
    bool lock(const ClaimRequest& request, Found& found, bool compare_version);
    std::vector<TaskRow> claim_locked(const ClaimRequest& request);
    Answer<std::vector<TaskRow>> claim_by_version(const ClaimRequest& request);
    Answer<std::vector<TaskRow>> claim_blindly(const ClaimRequest& request);
    Answer<std::vector<Found>> look(const ClaimRequest& request);

    // task_removals.cpp
    std::int64_t collect_phase(std::string_view look, const TaskRule& rule, TimePoint before, std::int64_t limit);

    // task_steps.cpp
    StepAnswer step(const TaskStep& step);
    void write(const Found& found, const TaskStep& step);

    Connection& m_db;
    std::deque<TaskRule> m_rules; ///< read during the verb numbered m_rules_of
    std::uint64_t m_rules_of = 0;
    bool m_came_empty = false; ///< the last claim took nothing: read before taking the write lock
};

} // namespace lockdesk::sqlite
