// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/shed_lock_rules.h"

#include <algorithm>

namespace lockdesk::shed_lock {

namespace {

using std::chrono::milliseconds;

TimePoint floor_ms(TimePoint t) { return std::chrono::floor<milliseconds>(t); }
TimePoint ceil_ms(TimePoint t) { return std::chrono::ceil<milliseconds>(t); }
TimePoint end_of(TimePoint begin, Duration span, TimePoint latest) { return ceil_ms(std::min(add(begin, span), latest)); }

std::optional<LeaseAnswer> refusal(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    LeaseAnswer answer;
    answer.holder = holder(row, now);
    if (answer.holder)
        answer.expires_at = answer.holder->expires_at;
    if (!row.exists || row.locked_by != owner.str())
        answer.result = LeaseResult::not_owner;
    else if (token != FencingToken{})
        answer.result = LeaseResult::stale;
    else if (!is_live(row, now))
        answer.result = LeaseResult::expired;
    else
        return std::nullopt;
    return answer;
}

} // namespace

bool is_live(const Row& row, TimePoint now) { return row.exists && row.lock_until && *row.lock_until > now; }
bool is_done(const Row& row) { return row.locked_by.ends_with(done_mark); }

std::optional<Holder> holder(const Row& row, TimePoint now)
{
    if (!is_live(row, now) || is_done(row))
        return std::nullopt;
    return Holder{row.locked_by, FencingToken{}, row.lock_until};
}

AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now, TimePoint latest)
{
    AcquireDecision decision;
    Acquisition& answer = decision.answer;
    if (is_live(row, now)) {
        answer.result = is_done(row) ? AcquireResult::cooling : AcquireResult::busy;
        answer.holder = holder(row, now);
        answer.expires_at = row.lock_until;
        return decision;
    }
    decision.write = Write{end_of(now, lease, latest), floor_ms(now), owner.str()};
    answer.result = AcquireResult::acquired;
    answer.holds = 1;
    answer.acquired_at = decision.write->locked_at;
    answer.expires_at = decision.write->lock_until;
    answer.holder = Holder{owner.str(), FencingToken{}, answer.expires_at};
    return decision;
}

LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           TimePoint latest)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint wanted = end_of(now, lease, latest);
    LeaseAnswer& answer = decision.answer;
    answer.result = LeaseResult::renewed;
    answer.holds = 1;
    answer.extended = wanted > *row.lock_until;
    answer.acquired_at = row.locked_at;
    answer.expires_at = std::max(wanted, *row.lock_until);
    answer.holder = Holder{owner.str(), FencingToken{}, answer.expires_at};
    if (answer.extended)
        decision.write = Write{wanted, row.locked_at.value_or(floor_ms(now)), row.locked_by};
    return decision;
}

LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now,
                             TimePoint latest)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint begin = row.locked_at.value_or(floor_ms(now));
    const TimePoint cool = end_of(begin, at_least, latest);
    const bool cools = at_least > Duration{0} && cool > now;
    decision.answer.result = cools ? LeaseResult::cooling : LeaseResult::released;
    decision.answer.acquired_at = row.locked_at;
    if (cools)
        decision.answer.expires_at = cool;
    decision.write = Write{cools ? cool : floor_ms(now), begin, row.locked_by + (cools ? std::string(done_mark) : "")};
    return decision;
}

bool is_the_shown(const Row& row, const ForceRelease& request, TimePoint now)
{
    const auto is = holder(row, now);
    return is && is->owner == request.if_owner.str() && request.if_token == FencingToken{}
           && (!request.if_acquired_at || request.if_acquired_at == row.locked_at)
           && (!request.if_expires_at || request.if_expires_at == row.lock_until);
}

} // namespace lockdesk::shed_lock
