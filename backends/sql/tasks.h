// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/sql/link.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lockdesk::sql {

/// Rows that a claim took, each with its previous `locked_at`.
using TakenTasks = std::vector<std::pair<std::int64_t, TaskRow>>;

/// What differs between servers.
struct TaskVerbs
{
    Answer<AddedTasks> (*add)(Link& link, std::span<const NewTask> tasks);
    Answer<std::vector<TaskRow>> (*claim)(Link& link, const ClaimRequest& request);
    /// Takes the tasks that `task_look` returned. `locked`: it locked them, in the transaction that is open; `as_seen`: only
    /// those that still have the token and the time of then.
    Answer<Reply> (*take)(Link& link, const ClaimRequest& request, const Result& seen, bool locked, bool as_seen);
    /// Returns the rows that the reply to a claim has taken, with their previous `locked_at`.
    TakenTasks (*taken)(const Reply& reply, const ClaimRequest& request);
    /// Decides the steps with these indices, no two on the same task. Returns the store's time.
    Answer<std::optional<TimePoint>> (*apply)(Link& link, std::span<const TaskStep> steps,
                                              std::span<const std::size_t> which, std::vector<StepAnswer>& answers);
    /// Returns why none of the steps may be sent, or nullopt; null: the link finds out.
    std::optional<Failure> (*refusal)(std::span<const TaskStep> steps) = nullptr;
};

std::unique_ptr<Tasks> make_tasks(Link& link, const TaskVerbs& verbs);

Answer<std::optional<TaskRow>> find_task(Link& link, const TaskId& id);

// For the verbs.
using ClaimedTasks = Answer<std::vector<TaskRow>>;
/// Returns kind, phase, owner and claim id.
Values claim_values(const ClaimRequest& request);
/// Returns what the reply to a claim has taken, in the claim's order: RETURNING has none.
ClaimedTasks claimed_tasks(Answer<Reply> reply, const TaskVerbs& verbs, const ClaimRequest& request);
/// Claims by a read and a write. `in_transaction`: one is open.
ClaimedTasks claim_in_steps(Link& link, const TaskVerbs& verbs, const ClaimRequest& request, bool in_transaction = false);

} // namespace lockdesk::sql
