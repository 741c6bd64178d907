// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

/// Adds the seven arguments of task_apply for one step.
void add_step(Wire& wire, const TaskStep& step);
StepAnswer step_answer(const TaskStep& step, View answer);

} // namespace lockdesk::redis
