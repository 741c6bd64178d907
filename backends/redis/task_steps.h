// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/redis/link.h"

#include <span>
#include <vector>

namespace lockdesk::redis {

/// Adds the seven arguments of task_apply for one step.
void add_step(Wire& wire, const TaskStep& step);
StepAnswer step_answer(const TaskStep& step, View answer);

/// Applies the steps in order, some hundreds in a script.
Answer<std::vector<StepAnswer>> apply_steps(Link& link, std::span<const TaskStep> steps);

} // namespace lockdesk::redis
