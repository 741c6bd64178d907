// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/tasks.h"

namespace lockdesk::postgres {

Answer<AddedTasks> add_tasks(sql::Link& link, std::span<const NewTask> tasks);
Answer<std::vector<TaskRow>> claim_tasks(sql::Link& link, const ClaimRequest& request);
Answer<std::vector<StepAnswer>> apply_steps(sql::Link& link, std::span<const TaskStep> steps);

inline constexpr sql::TaskVerbs task_verbs{add_tasks, claim_tasks, apply_steps};

} // namespace lockdesk::postgres
