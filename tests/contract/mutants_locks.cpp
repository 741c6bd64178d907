// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/mutants_locks.h"

#include "tests/contract/mutants_forward.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::contract {

namespace {

struct ReleaseWithoutToken : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        const auto row = seen(n);
        return m_base.release(n, o, row ? row->token : t, at_least);
    }
};

struct ReleaseWithoutOwner : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        const auto row = seen(n);
        return m_base.release(n, row && !row->owner.empty() ? OwnerId::trusted(row->owner) : o, t, at_least);
    }
};

struct RenewWithoutToken : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        const auto row = seen(n);
        return m_base.renew(n, o, row ? row->token : t, lease);
    }
};

// A late holder is told that it still holds the lock.
struct RenewWithoutOwner : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        const auto row = seen(n);
        const bool held = row && !row->owner.empty();
        return m_base.renew(n, held ? OwnerId::trusted(row->owner) : o, held ? row->token : t, lease);
    }
};

// Every caller gets the lock.
struct AcquireIgnoresHolder : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const auto row = seen(r.name);
        if (row && !row->owner.empty() && row->owner != r.owner.str())
            (void)m_base.release(r.name, OwnerId::trusted(row->owner), row->token);
        return m_base.acquire(r);
    }
};

// A released lock cools for an hour.
struct ReleaseCools : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration) override
    {
        return m_base.release(n, o, t, std::chrono::hours{1});
    }
};

struct TokenCheckedBeforeOwner : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        const auto row = seen(n);
        auto answer = m_base.release(n, o, t, at_least);
        if (answer && row && row->token != t)
            answer->result = LeaseResult::stale;
        return answer;
    }
};

// `expires < now` instead of `expires <= now`.
struct ExpiryOffByOne : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const auto found = m_base.find(r.name);
        if (found && *found && !(*found)->owner.empty() && (*found)->expires_at == found.store_time())
            return Acquisition{};
        return m_base.acquire(r);
    }
};

// Takes locks that are expired by this computer's clock.
struct ClientClock : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const auto row = seen(r.name);
        const auto here = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        if (row && !row->owner.empty() && row->owner != r.owner.str() && row->expires_at && *row->expires_at <= here) {
            const auto freed = m_base.force_release({r.name, OwnerId::trusted(row->owner), row->token, {}, {}, "", {}, ""});
            if (!freed)
                return freed.failure();
        }
        return m_base.acquire(r);
    }
};

struct TokenStartsAgain : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        auto answer = m_base.acquire(r);
        if (answer && answer->token && answer->holds == 1)
            answer->token = FencingToken(1);
        return answer;
    }
};

struct CollectWithoutFloor : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const bool is_new = !seen(r.name);
        auto answer = m_base.acquire(r);
        if (answer && answer->token && is_new)
            answer->token = FencingToken(1);
        return answer;
    }
};

struct ShortenedReentry : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        auto answer = m_base.acquire(r);
        if (answer && answer->result == AcquireResult::acquired && answer->holds > 1 && answer.store_time())
            answer->expires_at = add(*answer.store_time(), r.lease);
        return answer;
    }
};

struct HoldsNotRaised : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        auto answer = m_base.acquire(r);
        if (answer && answer->holds > 1) {
            if (const auto back = m_base.release(r.name, r.owner, *answer->token); !back)
                return back.failure();
            answer->holds = 1;
        }
        return answer;
    }
};

struct RenewRaisesHolds : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        auto answer = m_base.renew(n, o, t, lease);
        if (answer && answer->result == LeaseResult::renewed) {
            const auto again = m_base.acquire({n, o, lease, RequestId::trusted("renewal " + std::to_string(++m_last))});
            if (!again)
                return again.failure();
        }
        return answer;
    }
    int m_last = 0;
};

struct RequestForgotten : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        auto other = r;
        other.request = RequestId::trusted("forgotten " + std::to_string(++m_last));
        return m_base.acquire(other);
    }
    int m_last = 0;
};

struct AtLeastIgnored : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration) override
    {
        return m_base.release(n, o, t, Duration{0});
    }
};

struct CoolingForOthersOnly : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const auto row = seen(r.name);
        auto answer = m_base.acquire(r);
        if (answer && answer->result == AcquireResult::cooling && row && row->last_owner == r.owner.str())
            answer->result = AcquireResult::acquired;
        return answer;
    }
};

struct EvidenceForgotten : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        auto other = r;
        other.seen.reset();
        return m_base.force_release(other);
    }
};

// Records the current row instead of the row that was seen.
struct EvidenceReadAgain : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        auto other = r;
        if (const auto row = seen(r.name); row && r.seen)
            other.seen = LockSeen{*row, r.seen->at};
        return m_base.force_release(other);
    }
};

struct ForceWithoutToken : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        auto other = r;
        if (const auto row = seen(r.name))
            other.if_token = row->token;
        return m_base.force_release(other);
    }
};

struct EndWithoutUntil : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<CoolingEnd> end_cooling(const EndCooling& r) override
    {
        auto other = r;
        if (const auto row = seen(r.name); row && row->cooling_until) {
            other.if_token = row->token;
            other.if_cooling_until = *row->cooling_until;
        }
        return m_base.end_cooling(other);
    }
};

// Frees the lock, but raises neither token nor fence and writes no audit row.
struct ForceLikeRelease : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        const auto back = m_base.release(r.name, r.if_owner, r.if_token, r.hold_off);
        if (!back)
            return back.failure();
        ForceAnswer answer;
        if (back->result == LeaseResult::released || back->result == LeaseResult::cooling) {
            answer.result = ForceResult::released;
            answer.token = r.if_token;
        }
        return answer;
    }
};

struct WaitersNotWritten : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) override { return Done{}; }
};

// The first grant of a row starts at 1, whatever the fence of that name has admitted.
struct FirstGrantIgnoresFence : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const bool is_new = !seen(r.name);
        auto answer = m_base.acquire(r);
        if (answer && answer->token && is_new && answer->token->number() < 1000)
            answer->token = FencingToken(1);
        return answer;
    }
};

// The floor applies only to names without a row: rows restored from a backup continue with their old tokens.
struct FloorNotRaised : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        const auto row = seen(r.name);
        auto answer = m_base.acquire(r);
        if (answer && answer->token && row && answer->holds == 1 && answer->token->number() > row->token.number() + 1)
            answer->token = FencingToken(row->token.number() + 1);
        return answer;
    }
};

struct ReadOnlyIgnored : ForwardLocks
{
    using ForwardLocks::ForwardLocks;
    Answer<Acquisition> acquire(const AcquireRequest& r) override
    {
        auto answer = m_base.acquire(r);
        if (!answer && answer.failure().kind == FailureKind::read_only)
            return Acquisition{};
        return answer;
    }
};

template <class Mutant> std::unique_ptr<Locks> make(Locks& base) { return std::make_unique<Mutant>(base); }

} // namespace

const std::map<std::string, MakeLocks>& lock_mutants()
{
    static const std::map<std::string, MakeLocks> all{
        {"release_without_token", make<ReleaseWithoutToken>},
        {"release_without_owner", make<ReleaseWithoutOwner>},
        {"renew_without_token", make<RenewWithoutToken>},
        {"renew_without_owner", make<RenewWithoutOwner>},
        {"acquire_ignores_holder", make<AcquireIgnoresHolder>},
        {"release_cools", make<ReleaseCools>},
        {"token_checked_before_owner", make<TokenCheckedBeforeOwner>},
        {"expiry_off_by_one", make<ExpiryOffByOne>},
        {"client_clock", make<ClientClock>},
        {"token_starts_again", make<TokenStartsAgain>},
        {"collect_without_floor", make<CollectWithoutFloor>},
        {"shortened_reentry", make<ShortenedReentry>},
        {"holds_not_raised", make<HoldsNotRaised>},
        {"renew_raises_holds", make<RenewRaisesHolds>},
        {"request_forgotten", make<RequestForgotten>},
        {"at_least_ignored", make<AtLeastIgnored>},
        {"cooling_for_others_only", make<CoolingForOthersOnly>},
        {"force_without_token", make<ForceWithoutToken>},
        {"evidence_forgotten", make<EvidenceForgotten>},
        {"evidence_read_again", make<EvidenceReadAgain>},
        {"end_without_until", make<EndWithoutUntil>},
        {"force_like_release", make<ForceLikeRelease>},
        {"waiters_not_written", make<WaitersNotWritten>},
        {"read_only_ignored", make<ReadOnlyIgnored>},
        {"first_grant_ignores_fence", make<FirstGrantIgnoresFence>},
        {"floor_not_raised", make<FloorNotRaised>},
    };
    return all;
}

} // namespace lockdesk::contract
