// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/dist_lock_rules.h"

#include <algorithm>

namespace lockdesk::dist_lock {

namespace {

// Returns the end as the column can hold it; one that does not fit becomes a shorter lease.
TimePoint end_of(TimePoint now, Duration lease, const Column& column)
{
    const auto step = column.resolution.count();
    const auto over = to_us(add(now, lease)) % step;
    const TimePoint rounded = over == 0 ? add(now, lease) : add(now, lease) + Duration{step - over};
    return std::min(rounded, column.latest);
}

bool is_live(const Row& row, TimePoint now) { return !is_free(row) && *row.expiry > now; }

LeaseAnswer refused(LeaseResult result, const Row& row, TimePoint now)
{
    LeaseAnswer answer;
    answer.result = result;
    answer.holder = holder(row, now);
    if (answer.holder)
        answer.expires_at = answer.holder->expires_at;
    return answer;
}

std::optional<LeaseAnswer> refusal(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    if (is_free(row) || *row.owner != owner.str())
        return refused(LeaseResult::not_owner, row, now);
    if (token != FencingToken{})
        return refused(LeaseResult::stale, row, now);
    if (!is_live(row, now))
        return refused(LeaseResult::expired, row, now);
    return std::nullopt;
}

} // namespace

bool is_free(const Row& row) { return !row.exists || !row.owner || !row.expiry; }

std::optional<Holder> holder(const Row& row, TimePoint now)
{
    if (!is_live(row, now))
        return std::nullopt;
    return Holder{*row.owner, FencingToken{}, row.expiry};
}

AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now, const Column& column)
{
    AcquireDecision decision;
    Acquisition& answer = decision.answer;
    const bool live = is_live(row, now);
    if (live && *row.owner != owner.str()) {
        answer.result = AcquireResult::busy;
        answer.holder = holder(row, now);
        answer.expires_at = row.expiry;
        return decision;
    }
    const TimePoint wanted = end_of(now, lease, column);
    decision.expiry = live ? std::max(*row.expiry, wanted) : wanted;
    answer.result = AcquireResult::acquired;
    answer.holds = 1;
    answer.extended = live && wanted > *row.expiry;
    answer.expires_at = decision.expiry;
    answer.holder = Holder{owner.str(), FencingToken{}, decision.expiry};
    decision.write = !row.exists ? Write::insert : live && !answer.extended ? Write::none : Write::update;
    return decision;
}

LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           const Column& column)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint wanted = end_of(now, lease, column);
    decision.expiry = std::max(*row.expiry, wanted);
    decision.answer.result = LeaseResult::renewed;
    decision.answer.holds = 1;
    decision.answer.extended = wanted > *row.expiry;
    decision.answer.expires_at = decision.expiry;
    decision.answer.holder = Holder{owner.str(), FencingToken{}, decision.expiry};
    decision.write = decision.answer.extended ? Write::update : Write::none;
    return decision;
}

LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    decision.answer.result = LeaseResult::released;
    decision.write = Write::clear;
    return decision;
}

ForceDecision decide_force_release(const Row& row, const ForceRelease& request, TimePoint now)
{
    ForceDecision decision;
    const bool same = !is_free(row) && *row.owner == request.if_owner.str() && request.if_token == FencingToken{}
                      && (!request.if_expires_at || *request.if_expires_at == *row.expiry);
    if (!same) {
        decision.answer.holder = holder(row, now);
        return decision;
    }
    decision.answer.result = ForceResult::released;
    decision.write = Write::clear;
    return decision;
}

} // namespace lockdesk::dist_lock
