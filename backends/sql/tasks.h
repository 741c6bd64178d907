// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/sql/link.h"

#include <memory>
#include <span>

namespace lockdesk::sql {

/// What differs between servers.
struct TaskVerbs
{
    Answer<AddedTasks> (*add)(Link& link, std::span<const NewTask> tasks);
    Answer<std::vector<TaskRow>> (*claim)(Link& link, const ClaimRequest& request);
    Answer<std::vector<StepAnswer>> (*apply)(Link& link, std::span<const TaskStep> steps);
};

std::unique_ptr<Tasks> make_tasks(Link& link, const TaskVerbs& verbs);

Answer<std::optional<TaskRow>> find_task(Link& link, const TaskId& id);

} // namespace lockdesk::sql
