// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/locks.h"

#include <utility>

namespace lockdesk {

namespace {

constexpr std::int64_t rows_per_step = 1000;

} // namespace

Answer<EndCooling> end_cooling_of(LockSeen seen)
{
    auto name = LockName::as_stored(seen.row.name);
    if (!name)
        return name.failure();
    if (!seen.row.owner.empty() || !seen.row.cooling_until)
        return Failure::usage("the lock was not cooling");
    EndCooling request{.name = std::move(*name),
                       .if_token = seen.row.token,
                       .if_cooling_until = *seen.row.cooling_until,
                       .reason = {},
                       .who = {}};
    request.seen = std::move(seen);
    return request;
}

namespace {

Failure nothing_cools() { return Failure::unsupported("locks of this source do not cool: there is no hold-off to end"); }

} // namespace

Answer<CoolingEnd> Locks::end_cooling(const EndCooling&) { return nothing_cools(); }

Answer<ForcePreview> Locks::preview_end_cooling(const EndCooling& request)
{
    // A source that cannot end it says why, and changes nothing.
    auto answer = end_cooling(request);
    return answer ? Failure::internal("a source without a preview ended a hold-off") : answer.failure();
}

Answer<ForceRelease> force_release_of(LockSeen seen, bool was_expired)
{
    auto name = LockName::as_stored(seen.row.name);
    if (!name)
        return name.failure();
    auto owner = OwnerId::as_stored(seen.row.owner);
    if (!owner)
        return owner.failure();
    ForceRelease request{.name = std::move(*name), .if_owner = std::move(*owner), .if_token = seen.row.token};
    request.if_acquired_at = seen.row.acquired_at;
    if (was_expired)
        request.if_expires_at = seen.row.expires_at;
    if (seen.row.session)
        request.if_session = seen.row.session->id;
    request.seen = std::move(seen);
    return request;
}

Answer<LockSweep> Locks::collect_some(Duration, const std::string&, std::int64_t)
{
    return Failure::unsupported("the locks of this source are not Lockdesk's own, and are not collected");
}

Answer<std::int64_t> collect_in_steps(Locks& locks, Duration older_than)
{
    std::int64_t removed = 0;
    for (std::string after;;) {
        const auto step = locks.collect_some(older_than, after, rows_per_step);
        if (!step)
            return step.failure();
        removed += step->removed;
        after = step->next;
        if (after.empty())
            return {removed, step.store_time()};
    }
}

} // namespace lockdesk
