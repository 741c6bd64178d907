// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

#include <functional>
#include <map>
#include <set>

namespace lockdesk::mongodb {

/// Adds the `owner` that was shown to an operator; empty: nobody.
void add_shown_owner(Values& values, const std::string& owner);

class MongoTasks final : public Tasks
{
public:
    explicit MongoTasks(Link& link) : m_link(link) {}
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
    struct FirstTokens
    {
        std::int64_t base = 0;
        std::map<std::string, std::int64_t> fences; ///< task id -> largest token that its fence admitted
    };
    Answer<FirstTokens> first_tokens(std::span<const NewTask> tasks);
    struct Taken; ///< a claimed task, with its place in the order

    /// Reads the rules every second, and in every call of a sandbox: they may change by hand, and a claim needs one.
    std::optional<Failure> refresh_rules();
    std::optional<Failure> each_named(std::span<const std::string> ids, const std::function<void(View)>& see);
    // Steps.
    Answer<std::map<std::string, TaskRule>> rules_for(std::span<const TaskStep> steps);
    Answer<std::optional<StepAnswer>> apply_one(const TaskStep& step, const TaskRule& rule);
    std::optional<Failure> judge(std::span<const TaskStep> steps, std::span<const std::string> marks,
                                 std::vector<StepAnswer>& out, std::optional<TimePoint>& now);
    // Claims.
    Answer<std::vector<Taken>> taken_by(const ClaimRequest& request);
    std::optional<Failure> claim_one(const Values& values, bool returned, std::vector<Taken>& taken);
    std::optional<Failure> claim_many(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    std::optional<Failure> claim_blindly(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    std::optional<Failure> candidates(const Values& values, std::int64_t limit, std::int64_t quota, std::int64_t crowd,
                                      std::set<std::string>& tried, const std::function<void(View)>& pick);
    Taken taken_row(View doc);
    // Forced steps.
    Answer<std::optional<TaskRow>> read(const TaskId& id);
    Values relock_values(const ForcedRelock& request, const std::optional<TaskRow>& row);
    std::vector<Bson> removal_commands(const TaskRemoval& request) const;
    std::optional<Failure> remove_shown(const TaskRemoval& request, StepAnswer& out);
    Answer<std::int64_t> collect_phase(const TaskRule& rule, const Bson& locked_at, TimePoint before, std::int64_t limit);

    Link& m_link;
    Rules m_rules;
    SteadyPoint m_rules_at{};
    std::int64_t m_crowd = 1; ///< grows when batches lose candidates to others, and shrinks when they do not
};

} // namespace lockdesk::mongodb
