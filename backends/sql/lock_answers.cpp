// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/lock_answers.h"

#include "backends/sql/words.h"

#include <optional>
#include <string>

namespace lockdesk::sql {

namespace {

enum LockColumn { now_at, result_at, owner_at, token_at, holds_at, extended_at, acquired_at, expires_at };

/// Returns the holder, or nullopt if the lease is over.
std::optional<Holder> holder_in(const Result& r)
{
    const auto expires = r.time(0, expires_at);
    if (r.text(0, owner_at).empty() || (expires && *expires <= r.time(0, now_at)))
        return std::nullopt;
    return Holder{std::string(r.text(0, owner_at)), FencingToken{r.number(0, token_at)}, expires};
}

} // namespace

Acquisition acquisition(const Result& r)
{
    Acquisition out;
    const auto result = r.text(0, result_at);
    out.result = result == "acquired" ? AcquireResult::acquired
                 : result == "busy"   ? AcquireResult::busy
                                      : AcquireResult::cooling;
    out.expires_at = r.time(0, expires_at);
    out.holder = holder_in(r);
    if (out.result == AcquireResult::acquired) {
        out.token = FencingToken{r.number(0, token_at)};
        out.holds = r.number(0, holds_at);
        out.extended = r.boolean(0, extended_at);
        out.acquired_at = r.time(0, acquired_at);
    }
    return out;
}

LeaseAnswer lease_answer(const Result& r)
{
    LeaseAnswer answer;
    if (const auto result = lease_result(r.text(0, result_at)))
        answer.result = *result;
    answer.holder = holder_in(r);
    const bool refused = answer.result == LeaseResult::not_owner || answer.result == LeaseResult::stale
                         || answer.result == LeaseResult::expired;
    if (refused)
        return answer;
    answer.holds = r.number(0, holds_at);
    answer.extended = r.boolean(0, extended_at);
    answer.acquired_at = r.time(0, acquired_at);
    answer.expires_at = r.time(0, expires_at);
    return answer;
}

} // namespace lockdesk::sql
