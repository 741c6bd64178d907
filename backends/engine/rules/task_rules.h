// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"

#include <optional>

/// Applies a claim, a holder's step and an operator's relock to a task's row: pure functions of a row, its rule and the
/// store's time. Memory and SQLite apply steps with these functions; histories of other stores are compared with them.
/// They change a row in place, because its payload may be long: check first whether the change is due.
namespace lockdesk::task_rules {

/// Returns the lock timeout that decides what is due for the claim: its own or the rule's, in a final phase always the rule's.
Duration claim_timeout(const ClaimRequest& request, const TaskRule& rule);
/// `lock_timeout` is that of `claim_timeout`.
bool is_due(const TaskRow& row, Duration lock_timeout, TimePoint now);
/// Locks a due task for the claim: a takeover if it still has an owner.
void take(TaskRow& row, const ClaimRequest& request, TimePoint now);

/// Checks owner, token, and for `Advance` the phase, in this order. `done`: the step is the holder's, who may be late, and
/// must be applied; every other result leaves the row unchanged.
StepResult result_of(const TaskRow& row, const TaskStep& step);
/// Applies a step. Returns the chosen wait, of steps that have one. The failure that reaches the rule's `max_failures` parks
/// the task: it has no wait, and nobody claims it until an operator relocks it. `rule` is that of the task's kind and phase before it.
std::optional<Duration> apply(TaskRow& row, const TaskStep& step, const TaskRule& rule, TimePoint now);

/// Returns true if the owner is still the one that was shown, which may be none.
template <class Request> bool is_the_shown(const TaskRow& row, const Request& request)
{
    return row.owner == request.if_owner && row.token == request.if_token;
}
/// Unlocks the task, counts its failures anew, and raises the token, so that a late step of the holder is refused.
void relock(TaskRow& row, const ForcedRelock& request, const TaskRule& rule, TimePoint now);

/// Calls the tasks of a phase that wait without an end what they are: done.
void count_done(PhaseCount& count, const TaskRule& rule);

/// Returns true if the task has ended by itself and has not moved for longer than this. Parked ones have not.
bool is_collected(const TaskRow& row, const TaskRule& rule, Duration older_than, TimePoint now);

} // namespace lockdesk::task_rules
