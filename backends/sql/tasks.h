// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/sql/link.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockdesk::sql {

/// What differs between servers.
struct TaskVerbs
{
    Answer<AddedTasks> (*add)(Link& link, std::span<const NewTask> tasks);
    Answer<std::vector<TaskRow>> (*claim)(Link& link, const ClaimRequest& request);
    /// Decides the steps with these indices, no two on the same task. Returns the store's time.
    Answer<std::optional<TimePoint>> (*apply)(Link& link, std::span<const TaskStep> steps,
                                              std::span<const std::size_t> which, std::vector<StepAnswer>& answers);
    /// Returns why none of the steps may be sent, or nullopt; null: the link finds out.
    std::optional<Failure> (*refusal)(std::span<const TaskStep> steps) = nullptr;
};

std::unique_ptr<Tasks> make_tasks(Link& link, const TaskVerbs& verbs);

Answer<std::optional<TaskRow>> find_task(Link& link, const TaskId& id);

} // namespace lockdesk::sql
