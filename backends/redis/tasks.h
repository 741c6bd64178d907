// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

class RedisTasks final : public Tasks
{
public:
    explicit RedisTasks(Link& link) : m_link(link) {}

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
    Answer<std::vector<TaskRow>> claim_once(const ClaimRequest& request, std::int64_t limit, bool& taken_before);
    Answer<std::vector<TaskRow>> claim_in_two_steps(const ClaimRequest& request);
    Answer<Page<TaskRow>> list_phases(const ListRequest& request);

    Link& m_link;
};

} // namespace lockdesk::redis
