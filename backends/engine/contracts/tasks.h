// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/evidence.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <span>
#include <variant>
#include <vector>

namespace lockdesk {

struct NewTask
{
    TaskId id;
    TaskKind kind;
    Phase phase;
    DesiredState desired_state = DesiredState::running;
    std::string payload = "{}"; ///< JSON text
};

struct AddedTasks
{
    std::vector<bool> added; ///< per task: false = the id exists already and nothing changed
    std::int64_t count = 0;  ///< number of tasks added
};

struct ClaimRequest
{
    TaskKind kind;
    Phase phase;
    std::int64_t limit = 1; ///< >= 1
    OwnerId owner;
    ClaimId claim;
    ClaimStrategy strategy = ClaimStrategy::atomic;
    /// The claim id may have been used before (given by the user, or the reply of the first try was lost): returns the
    /// tasks that it took and claims no more. False for a fresh id saves that read.
    bool asking_again = false;
    /// Only for the decision what is due; the stored rule does not change. Ignored in a final phase: done tasks stay done.
    std::optional<Duration> lock_timeout;
    /// `atomic` only: consider returned tasks (expired or relocked: locked_at > 1970) before fresh ones. Callers flip it
    /// from claim to claim (FairTurn), one-shot callers choose at random, so that neither class starves the other. With
    /// limit > 1 a quarter (at least one) is always offered to returned tasks first.
    bool returned_first = false;
};

/// Returns `returned_first` for successive claims: alternates, from a random start.
class FairTurn
{
public:
    explicit FairTurn(bool first) : m_next(first) {}
    bool next() { return m_next = !m_next; }

private:
    bool m_next;
};

struct Unlock
{
}; ///< locked_at = 1970, owner cleared
struct Relock
{
    Duration wait{0};
}; ///< locked_at = now - lock_timeout + wait
struct RelockByBackoff
{
    std::optional<BackoffPolicy> policy;
    double jitter = 1.0;
}; ///< wait from now - updated_at; nullopt: the rule's policy
struct Advance
{
    std::optional<Phase> from;
    Phase to;
    std::optional<DesiredState> desired;
};
struct Extend
{
}; ///< locked_at = now
struct Fail
{
    std::string error;
    double jitter = 1.0;
}; ///< failures + 1, last_error, relock by the rule's backoff

/// A holder's step on its task. Compares owner and token, in this order; for Advance then the phase (a different
/// one is `stale`). A holder past the lock timeout may still finish if no other has claimed the task.
struct TaskStep
{
    TaskId id;
    OwnerId owner;
    FencingToken token;
    std::variant<Unlock, Relock, RelockByBackoff, Advance, Extend, Fail> what;
};

enum class StepResult { done, not_owner, stale, expired, changed, missing };
struct StepAnswer
{
    StepResult result = StepResult::missing;
    std::optional<Duration> wait; ///< chosen wait of a relock or fail
    std::optional<TaskRow> row;   ///< after the call (refused: the current row); nullopt when missing
};

/// An operator's relock of a task, held or not: compare-and-set on owner (empty: none) and token; token + 1, owner
/// cleared, so that the old worker's late advance is refused. Writes an audit row.
struct ForcedRelock
{
    TaskId id;
    std::string if_owner;
    FencingToken if_token;
    Duration wait{0};
    std::string reason;
    std::string who;
    std::optional<TaskSeen> seen{}; ///< evidence for the audit, whatever the row is by then
};

/// An operator's removal of a task, held or not: compare-and-set as in ForcedRelock. A task that is added with this id later
/// has larger tokens, so that a late step of the old holder is refused. Writes an audit row.
struct TaskRemoval
{
    TaskId id;
    std::string if_owner;
    FencingToken if_token;
    std::string reason;
    std::string who;
    std::optional<TaskSeen> seen{}; ///< evidence for the audit, whatever the row is by then
};

/// Tasks of a kind in a phase. Each counts as one of held, waiting, due, expired, done; the failed ones count once more.
struct PhaseCount
{
    std::string kind;
    std::string phase;
    std::int64_t held = 0, waiting = 0, due = 0, expired = 0;
    std::int64_t done = 0;   ///< without an owner in a final phase
    std::int64_t failed = 0; ///< failures >= max_failures
    bool capped = false;     ///< counting stopped at the cap
};

/// Tasks that move through phases, each locked by its own `locked_at`. One session: one thread at a time.
/// Due: locked_at < now - lock_timeout (strictly). Order: locked_at, updated_at, id. Claim, unlock and relock never touch
/// updated_at, because the backoff needs it.
class Tasks
{
public:
    virtual ~Tasks() = default;

    /// Adds all in one transaction. Existing ids are skipped and reported.
    virtual Answer<AddedTasks> add(std::span<const NewTask> tasks) = 0;

    /// Finds due tasks and locks them, atomically: locked_at = now, owner, claim_id, token + 1, claims + 1, takeovers + 1
    /// if it was held. Returns them in claim order (of the values before). Empty: nothing is due.
    virtual Answer<std::vector<TaskRow>> claim(const ClaimRequest& request) = 0;

    /// Applies several steps, with one answer per step in the same order; each is decided separately.
    virtual Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) = 0;

    virtual Answer<StepAnswer> relock_forced(const ForcedRelock& request) = 0;
    /// Returns the commands that `relock_forced` will send.
    virtual Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& request) = 0;
    /// `done`: it is gone, and the row is what it was. Observers get it as `gone`.
    virtual Answer<StepAnswer> remove(const TaskRemoval& request) = 0;
    /// Returns the commands that `remove` will send.
    virtual Answer<std::vector<std::string>> preview_remove(const TaskRemoval& request) = 0;
    /// Removes done tasks (see `is_done`) that have not moved for longer than this, at most `limit`, in one short step. Parked
    /// ones stay. Returns the number removed; less than the limit: none is left.
    virtual Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) = 0;

    virtual Answer<std::optional<TaskRow>> find(const TaskId& id) = 0;
    virtual Answer<Page<TaskRow>> list(const ListRequest& request) = 0;
    virtual Answer<TaskRule> set_rule(const TaskRule& rule) = 0;
    virtual Answer<std::vector<TaskRule>> rules() = 0;
    /// Counts per (kind, phase), each capped at `cap` rows: for the phase board.
    virtual Answer<std::vector<PhaseCount>> counts(std::int64_t cap) = 0;
};

const char* word(StepResult);
const char* word(ClaimStrategy);
Answer<ClaimStrategy> parse_claim_strategy(std::string_view text);

} // namespace lockdesk
