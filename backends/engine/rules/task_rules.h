// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"

#include <optional>

/// What a task's row becomes by a claim, a holder's step and an operator's relock: pure decisions over a row, its rule
/// and the store's time. Memory and SQLite apply steps with these functions; what other stores make of a history is
/// compared with them. A row is changed in place, for its payload may be long: ask first whether the change is due.
namespace lockdesk::task_rules {

/// Of the rule's lock timeout, or of the claim's own.
bool is_due(const TaskRow& row, Duration lock_timeout, TimePoint now);
/// Locks a due task for the claim: a takeover, if somebody has it still.
void take(TaskRow& row, const ClaimRequest& request, TimePoint now);

/// Owner, token, and for `Advance` the phase, in this order. `done`: it is the holder's, who may be late, and is to be
/// applied; all others leave the row as it is.
StepResult result_of(const TaskRow& row, const TaskStep& step);
/// The wait that was chosen, of steps that have one. `rule` is the one of the task's kind and phase before the step.
std::optional<Duration> apply(TaskRow& row, const TaskStep& step, const TaskRule& rule, TimePoint now);

/// Nobody may be the owner that was shown.
bool is_the_shown(const TaskRow& row, const ForcedRelock& request);
/// Also raises the token, so that a late step of the holder is refused.
void relock(TaskRow& row, const ForcedRelock& request, const TaskRule& rule, TimePoint now);

} // namespace lockdesk::task_rules
