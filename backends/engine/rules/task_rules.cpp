// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/task_rules.h"

#include "backends/engine/rules/backoff.h"

#include <utility>

namespace lockdesk::task_rules {

namespace {

void give_back(TaskRow& row, TimePoint locked_at)
{
    row.locked_at = locked_at;
    row.owner.clear();
}

// Releases the task, due again when the wait is over.
Duration give_back_for(TaskRow& row, const TaskRule& rule, TimePoint now, Duration wait)
{
    give_back(row, add(add(now, -rule.lock_timeout), wait));
    return wait;
}

// Applies a step to the row, and returns its wait. One overload per kind of step.
struct StepWork
{
    TaskRow& row;
    const TaskRule& rule;
    TimePoint now;

    std::optional<Duration> operator()(const Unlock&) const
    {
        give_back(row, never_locked);
        return std::nullopt;
    }
    std::optional<Duration> operator()(const Relock& relock) const { return give_back_for(row, rule, now, relock.wait); }
    std::optional<Duration> operator()(const RelockByBackoff& relock) const
    {
        return give_back_for(row, rule, now, chosen(relock.policy.value_or(rule.backoff), relock.jitter));
    }
    std::optional<Duration> operator()(const Advance& advance) const
    {
        row.phase = advance.to.str();
        row.desired_state = advance.desired.value_or(row.desired_state);
        row.updated_at = now;
        row.failures = 0;
        row.last_error.clear();
        give_back(row, never_locked);
        return std::nullopt;
    }
    std::optional<Duration> operator()(const Extend&) const
    {
        row.locked_at = now;
        return std::nullopt;
    }
    std::optional<Duration> operator()(const Fail& fail) const
    {
        ++row.failures;
        row.last_error = fail.error;
        if (rule.max_failures > 0 && row.failures >= rule.max_failures) {
            give_back(row, end_of_time);
            return std::nullopt;
        }
        return give_back_for(row, rule, now, chosen(rule.backoff, fail.jitter));
    }

    [[nodiscard]] Duration chosen(BackoffPolicy policy, double jitter) const
    {
        return backoff(policy, now - row.updated_at, rule.lock_timeout, jitter);
    }
};

} // namespace

Duration claim_timeout(const ClaimRequest& request, const TaskRule& rule)
{
    return rule.is_final() ? rule.lock_timeout : request.lock_timeout.value_or(rule.lock_timeout);
}

bool is_due(const TaskRow& row, Duration lock_timeout, TimePoint now) { return row.locked_at < add(now, -lock_timeout); }

void take(TaskRow& row, const ClaimRequest& request, TimePoint now)
{
    row.takeovers += row.owner.empty() ? 0 : 1;
    row.locked_at = now;
    row.owner = request.owner.str();
    row.claim_id = request.claim.str();
    row.token = row.token.next();
    ++row.claims;
}

StepResult result_of(const TaskRow& row, const TaskStep& step)
{
    const auto* advance = std::get_if<Advance>(&step.what);
    if (row.owner != step.owner.str())
        return StepResult::not_owner;
    if (row.token != step.token || (advance && advance->from && advance->from->str() != row.phase))
        return StepResult::stale;
    return StepResult::done;
}

std::optional<Duration> apply(TaskRow& row, const TaskStep& step, const TaskRule& rule, TimePoint now)
{
    return std::visit(StepWork{row, rule, now}, step.what);
}

void relock(TaskRow& row, const ForcedRelock& request, const TaskRule& rule, TimePoint now)
{
    give_back_for(row, rule, now, request.wait);
    row.failures = 0;
    row.token = row.token.next();
}

void count_done(PhaseCount& count, const TaskRule& rule)
{
    if (rule.is_final())
        count.done += std::exchange(count.waiting, 0);
}

bool is_collected(const TaskRow& row, const TaskRule& rule, Duration older_than, TimePoint now)
{
    const auto before = add(now, -older_than);
    const bool is_still = row.locked_at >= never_locked && row.locked_at < before && row.updated_at < before;
    return rule.is_final() && row.owner.empty() && is_still;
}

} // namespace lockdesk::task_rules
