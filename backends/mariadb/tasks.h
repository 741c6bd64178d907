// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

class MariaDbTasks final : public Tasks
{
public:
    explicit MariaDbTasks(Link& link) : m_link(link) {}
    Answer<AddedTasks> add(std::span<const NewTask> tasks) override;
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) override;
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override;
    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override;
    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) override;
    Answer<std::optional<TaskRow>> find(const TaskId& id) override;
    Answer<Page<TaskRow>> list(const ListRequest& request) override;
    Answer<TaskRule> set_rule(const TaskRule& rule) override;
    Answer<std::vector<TaskRule>> rules() override;
    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override;

private:
    using Claimed = Answer<std::vector<TaskRow>>;
    Claimed claim_in_statement(const ClaimRequest& request);
    Claimed claim_one(const ClaimRequest& request, Values values, std::int64_t above);
    Claimed claim_in_steps(const ClaimRequest& request);
    Claimed claim_by_version(const ClaimRequest& request);
    Claimed look_and_take(const ClaimRequest& request, bool lock, bool version, bool* looked_empty = nullptr);
    Answer<std::optional<TimePoint>> apply_batch(std::span<const TaskStep> steps, std::span<const std::size_t> which,
                                                 std::vector<StepAnswer>& answers);
    std::string change_of(const TaskStep& step);

    Link& m_link;
};

} // namespace lockdesk::mariadb
