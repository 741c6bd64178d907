// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/tasks.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoTasks final : public Tasks
{
public:
    explicit MongoTasks(Link& link) : m_link(link) {}
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
    struct Taken; ///< a claimed task, and where it stood in the order

    /// Read again every second, and in every call of a sandbox: they change by hand, and a claim needs one.
    std::optional<Failure> refresh_rules();
    Answer<std::vector<Bson>> named(std::span<const std::string> ids);
    // Claims.
    Answer<std::vector<Taken>> taken_by(const ClaimRequest& request);
    std::optional<Failure> claim_one(const Values& values, bool returned, std::vector<Taken>& taken);
    std::optional<Failure> claim_many(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    std::optional<Failure> claim_blindly(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    Answer<std::vector<Bson>> candidates(const Values& values, std::int64_t limit, std::int64_t quota);
    Taken taken_row(View doc);
    // Forced relock.
    Answer<std::optional<TaskRow>> read(const TaskId& id);
    Values relock_values(const ForcedRelock& request, const std::optional<TaskRow>& row);

    Link& m_link;
    Rules m_rules;
    SteadyPoint m_rules_at{};
};

} // namespace lockdesk::mongodb
