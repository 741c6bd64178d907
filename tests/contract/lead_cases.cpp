// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"
#include "tests/contract/decorated_store.h"
#include "tests/support/faulty_store.h"
#include "tests/support/lead_candidate.h"

#include <atomic>

namespace lockdesk::contract {

namespace {

using LeaderTold = LeaderEventKind;

constexpr Duration leader_lease = 30 * second;
// Sleeping threads of a leader between two runs: its own, the renewing one and the one that watches the deadline.
constexpr int sleepers_of_a_leader = 3;

LeadOptions election(Duration interval)
{
    return {.name = LockName::trusted("job"), .lease = leader_lease, .interval = interval, .heartbeat = false};
}

// A separate process from Lead's point of view: with its own time, which stands still until the case advances it, and its
// own connection. One whose time stands still is a frozen process.
struct Rival
{
    Rival(Store& right, SessionOptions options, LeadOptions lead)
        : decorated(right, store_under_test().decorate), store(decorated, faults),
          candidate(runtime, {&store, std::move(options)}, std::move(lead))
    {
    }

    void start()
    {
        candidate.start([this](const JobContext&) {
            ++runs;
            return 0;
        });
    }
    bool await_elected(std::int64_t times = 1) { return candidate.await_count(LeaderTold::elected, times); }
    FencingToken token() { return candidate.last(LeaderTold::elected).token.value(); }
    // Advances its time and waits until it has done what was due.
    [[nodiscard]] bool pass_as_leader(Duration d)
    {
        runtime.advance(d);
        return runtime.await_sleepers(sleepers_of_a_leader);
    }
    // Advances its time while the case waits. Not for a leader: its lease would expire before it renews.
    template <class Predicate> [[nodiscard]] bool passing(Predicate holds)
    {
        return test::await([&] {
            if (holds())
                return true;
            runtime.advance(second);
            return false;
        });
    }
    [[nodiscard]] bool asks_again(int times = 1)
    {
        const int before = faults.calls;
        return passing([&] { return faults.calls >= before + times; });
    }

    static std::uint64_t next_seed()
    {
        static std::uint64_t last = 0;
        return ++last;
    }

    VirtualRuntime runtime{next_seed()}; // its own seed, else all would have the same owner id
    test::Faults faults;
    DecoratedStore decorated;
    test::FaultyStore store;
    std::atomic<int> runs = 0;
    test::LeadCandidate candidate;
};

} // namespace

TEST_P(LeadCases, OneLeadsAtATimeHoweverLong)
{
    Rival one(store(), options(), election(second)), two(store(), options(), election(second));
    one.start();
    ASSERT_TRUE(one.await_elected());
    ASSERT_TRUE(one.runtime.await_sleepers(sleepers_of_a_leader));
    two.start();
    const auto leader = row().owner;
    for (int thirds = 0; thirds < 7; ++thirds) {
        pass(leader_lease / 3);
        ASSERT_TRUE(one.pass_as_leader(leader_lease / 3));
        ASSERT_TRUE(two.asks_again());
        ASSERT_EQ(two.candidate.count(LeaderTold::elected), 0);
        ASSERT_EQ(row().owner, leader);
    }
    EXPECT_EQ(one.candidate.count(LeaderTold::elected), 1);
    EXPECT_EQ(one.candidate.count(LeaderTold::lost), 0);
    EXPECT_GE(one.candidate.count(LeaderTold::renewed), 6);
    EXPECT_EQ(row().holds, 1) << "a renewal is no further hold";
    EXPECT_EQ(row().token, one.token());
    EXPECT_GT(row().expires_at, now());
    EXPECT_GE(one.runs, 7);
    EXPECT_EQ(two.runs, 0);
}

TEST_P(LeadCases, HandsOverWhenItIsReleased)
{
    Rival one(store(), options(), election(second)), two(store(), options(), election(second));
    one.start();
    ASSERT_TRUE(one.await_elected());
    two.start();
    // It queries a second time once it listens.
    const bool hints = s().capabilities().hints;
    ASSERT_TRUE(test::await([&] { return two.faults.calls >= (hints ? 2 : 1); }));
    ASSERT_EQ(two.candidate.count(LeaderTold::elected), 0);
    ASSERT_TRUE(one.candidate.end());
    ASSERT_EQ(one.candidate.events.back().kind, LeaderTold::resigned);
    EXPECT_EQ(one.candidate.events.back().why, "stopped");
    if (hints)
        EXPECT_TRUE(two.await_elected()) << "no time passes here, neither its own nor the store's";
    ASSERT_TRUE(two.passing([&] { return two.candidate.count(LeaderTold::elected) == 1; }));
    EXPECT_GT(two.token(), one.token());
    EXPECT_NE(two.candidate.last(LeaderTold::elected).owner, one.candidate.last(LeaderTold::elected).owner);
    EXPECT_EQ(row().owner, two.candidate.last(LeaderTold::elected).owner);
}

TEST_P(LeadCases, TakesOverWhenTheLeaseIsOverAndTheLateLeaderIsRefused)
{
    Rival frozen(store(), options(), election(second)), next(store(), options(), election(second));
    frozen.start();
    ASSERT_TRUE(frozen.await_elected());
    ASSERT_TRUE(frozen.runtime.await_sleepers(sleepers_of_a_leader));
    next.start();
    pass(leader_lease - tick());
    ASSERT_TRUE(next.asks_again(2));
    EXPECT_EQ(next.candidate.count(LeaderTold::elected), 0) << "not before its end";
    pass(tick());
    ASSERT_TRUE(next.passing([&] { return next.candidate.count(LeaderTold::elected) == 1; }));
    EXPECT_GT(next.token(), frozen.token());

    const auto resource = Resource::trusted("job");
    EXPECT_TRUE(ok(s().fence().admit(resource, next.token(), "next")).admitted);
    EXPECT_FALSE(ok(s().fence().admit(resource, frozen.token(), "late")).admitted) << "a late leader's write";

    // It wakes up and renews before its own deadline.
    frozen.runtime.advance(leader_lease / 3);
    ASSERT_TRUE(test::await(
        [&] { return frozen.candidate.count(LeaderTold::lost) + frozen.candidate.count(LeaderTold::renewed) > 0; }));
    EXPECT_EQ(frozen.candidate.count(LeaderTold::renewed), 0);
    ASSERT_TRUE(frozen.candidate.end());
    EXPECT_EQ(row().owner, next.candidate.last(LeaderTold::elected).owner) << "what it gave back was not its own any more";
    EXPECT_EQ(row().token, next.token());
}

TEST_P(LeadCases, TokensGrowWithEachTerm)
{
    FencingToken before(0);
    std::string owner_before;
    for (int term = 1; term <= 5; ++term) {
        auto once = election(Duration{0});
        once.count = 1;
        Rival rival(store(), options(), once);
        rival.start();
        ASSERT_EQ(rival.candidate.result.wait_for(std::chrono::seconds{10}), std::future_status::ready);
        ASSERT_TRUE(rival.candidate.result.get());
        ASSERT_EQ(rival.candidate.count(LeaderTold::elected), 1);
        EXPECT_GT(rival.token(), before);
        EXPECT_NE(rival.candidate.last(LeaderTold::elected).owner, owner_before);
        EXPECT_EQ(rival.candidate.events.back().kind, LeaderTold::resigned);
        EXPECT_TRUE(row().owner.empty());
        before = rival.token();
        owner_before = rival.candidate.last(LeaderTold::elected).owner;
    }
}

TEST_P(LeadCases, AForcedReleaseEndsTheTerm)
{
    Rival one(store(), options(), election(second));
    one.start();
    ASSERT_TRUE(one.await_elected());
    ASSERT_TRUE(one.runtime.await_sleepers(sleepers_of_a_leader));
    const auto first = one.token();
    const auto held = row();
    ASSERT_EQ(ok(locks().force_release({name(), owner(held.owner), held.token, {}, {}, "stuck", {}, "op@desk"})).result,
              ForceResult::released);
    EXPECT_FALSE(ok(s().fence().admit(Resource::trusted("job"), first, "late")).admitted) << "before anybody leads again";
    one.runtime.advance(leader_lease / 3);
    ASSERT_TRUE(one.candidate.await_count(LeaderTold::lost, 1));
    ASSERT_TRUE(one.await_elected(2)) << "the same candidate, with an owner and a token of its own";
    EXPECT_GT(one.token(), first);
    EXPECT_NE(row().owner, held.owner);
}

TEST_P(LeadCases, AStopIsHeardAtOnce)
{
    Rival leader(store(), options(), election(std::chrono::hours{1})), waiting(store(), options(), election(second));
    leader.start();
    ASSERT_TRUE(leader.await_elected());
    ASSERT_TRUE(leader.runtime.await_sleepers(sleepers_of_a_leader));
    waiting.start();
    const bool waiters = s().capabilities().waiters;
    ASSERT_TRUE(test::await([&] { return waiting.faults.calls >= 1 && (!waiters || row().waiters == 1); }));
    // No time passes: neither waits for a poll, an interval or a lease.
    ASSERT_TRUE(waiting.candidate.end());
    EXPECT_EQ(waiting.candidate.count(LeaderTold::elected), 0);
    EXPECT_EQ(row().waiters, 0);
    ASSERT_TRUE(leader.candidate.end());
    EXPECT_EQ(leader.candidate.events.back().kind, LeaderTold::resigned);
    EXPECT_TRUE(row().owner.empty());
}

TEST_P(LeadCases, AStoreThatIsAwayForAMomentEndsNoTermAndForLongerEndsIt)
{
    Rival one(store(), options(), election(second));
    one.start();
    ASSERT_TRUE(one.await_elected());
    ASSERT_TRUE(one.runtime.await_sleepers(sleepers_of_a_leader));
    const auto first = one.token();
    one.faults.unreachable = true;
    for (int i = 0; i < 4; ++i)
        ASSERT_TRUE(one.pass_as_leader(5 * second));
    EXPECT_EQ(one.candidate.count(LeaderTold::lost), 0) << "there is time left";
    one.faults.unreachable = false;
    ASSERT_TRUE(one.pass_as_leader(2 * second));
    ASSERT_TRUE(one.candidate.await_count(LeaderTold::renewed, 1));
    EXPECT_EQ(row().token, first);

    one.faults.unreachable = true;
    for (int i = 0; i < 6 && one.candidate.count(LeaderTold::lost) == 0; ++i) {
        one.runtime.advance(5 * second);
        (void)one.runtime.await_sleepers(1);
    }
    ASSERT_TRUE(one.candidate.await_count(LeaderTold::lost, 1)) << "told in time, without the store";
    ASSERT_TRUE(one.asks_again(3)) << "its giving back has failed too";
    one.faults.unreachable = false;
    ASSERT_TRUE(one.asks_again(2));
    EXPECT_EQ(one.candidate.count(LeaderTold::elected), 1) << "the store still keeps the lease of the term that was lost";
    pass(leader_lease);
    ASSERT_TRUE(one.passing([&] { return one.candidate.count(LeaderTold::elected) == 2; }));
    EXPECT_GT(one.token(), first);
}

TEST_P(LeadCases, AnElectionWhoseReplyIsLostIsOneTerm)
{
    Rival one(store(), options(), election(second));
    one.faults.lost_replies = 1;
    one.start();
    ASSERT_TRUE(one.await_elected());
    EXPECT_EQ(one.faults.lost_replies, 0);
    EXPECT_EQ(row().holds, 1);
    EXPECT_EQ(row().token, one.token());
    ASSERT_TRUE(one.candidate.end());
    EXPECT_TRUE(row().owner.empty()) << "one release frees it";
}

} // namespace lockdesk::contract
