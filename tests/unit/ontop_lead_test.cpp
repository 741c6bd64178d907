// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lead_candidate.h"
#include "tests/unit/ontop_fixture.h"

namespace lockdesk::test {
namespace {

class LeadTest : public testing::Test
{
protected:
    struct Candidate : LeadCandidate
    {
        Candidate(World& world, LeadOptions options) : LeadCandidate(world.runtime, world.access(), std::move(options)) {}
    };

    static LeadOptions options() { return {.name = lock_name(), .lease = 9s, .interval = 1s, .heartbeat = false}; }
    LockRow row() { return *session->locks().find(lock_name()).value(); }
    static int nothing(const JobContext&) { return 0; }

    World world;
    std::unique_ptr<Session> session = world.session();
};

TEST_F(LeadTest, RunsAgainAndAgainAndNeverRaisesTheHolds)
{
    Candidate one(world, options());
    one.start(nothing);
    ASSERT_TRUE(one.await_count(LeaderEventKind::ran, 1));
    ASSERT_TRUE(world.runtime.await_sleepers(3));
    world.pass(20s, 500ms, 3);
    EXPECT_EQ(row().holds, 1);
    EXPECT_GE(row().renewals, 5);
    EXPECT_GE(one.count(LeaderEventKind::ran), 19);
    ASSERT_TRUE(one.end());
    EXPECT_EQ(row().owner, "") << "one release frees it, however often it was renewed";
    EXPECT_EQ(one.events.front().kind, LeaderEventKind::elected);
    EXPECT_EQ(one.events.back().kind, LeaderEventKind::resigned);
    EXPECT_EQ(one.events.back().why, "stopped");
}

TEST_F(LeadTest, AWaitingCandidateLeadsAsSoonAsTheOtherStops)
{
    Candidate one(world, options()), two(world, options());
    one.start(nothing);
    ASSERT_TRUE(one.await_count(LeaderEventKind::elected, 1));
    two.start(nothing);
    ASSERT_TRUE(await([&] { return row().waiters == 1; }));
    EXPECT_EQ(two.count(LeaderEventKind::elected), 0);
    ASSERT_TRUE(one.end());
    EXPECT_TRUE(two.await_count(LeaderEventKind::elected, 1)) << "no time passes here: only the hint can wake it";
    EXPECT_GT(two.events.front().token->number(), one.events.front().token->number());
    ASSERT_TRUE(two.end());
}

TEST_F(LeadTest, AForcedReleaseEndsTheTermAndTheNextHasAnOwnerOfItsOwn)
{
    Candidate one(world, options());
    std::atomic<int> events = 0;
    one.start([&](const JobContext& context) {
        if (!world.runtime.sleep(context.lost, context.token->number() == 1 ? no_end : 1s))
            ++events;
        return 0;
    });
    ASSERT_TRUE(one.await_count(LeaderEventKind::elected, 1));
    ASSERT_TRUE(world.runtime.await_sleepers(3));
    const auto held = row();
    ASSERT_TRUE(
        session->locks().force_release({lock_name(), owner(held.owner.c_str()), held.token, {}, {}, "test", 0s, "me"}));
    world.advance(3s);
    ASSERT_TRUE(one.await_count(LeaderEventKind::lost, 1));
    ASSERT_TRUE(one.await_count(LeaderEventKind::elected, 2));
    EXPECT_GT(events + 0, 0);
    EXPECT_NE(row().owner, held.owner);
    EXPECT_GT(row().token, held.token);
    one.stop.request_stop();
    world.advance(2s);
    ASSERT_TRUE(one.result.get());
}

// A thawed process continues its job before the threads that report `lost` are scheduled.
TEST_F(LeadTest, TheJobSeesForItselfThatItsLeaseIsOver)
{
    auto o = options();
    o.count = 1;
    Candidate one(world, o);
    std::atomic<bool> before = false, after = true;
    one.start([&](const JobContext& job) {
        before = job.trusted();
        world.faults.unreachable = true;
        world.advance(o.lease);
        after = job.trusted();
        world.faults.unreachable = false;
        return 0;
    });
    ASSERT_TRUE(one.result.get());
    EXPECT_TRUE(before);
    EXPECT_FALSE(after);

    GuardRun guard(world.runtime, world.access(), {.name = lock_name("guarded"), .kind = GuardKind::fixed, .at_most = 9s});
    const auto report = guard.run([&](const JobContext& job) {
        before = job.trusted();
        world.advance(9s);
        after = job.trusted();
        return 0;
    });
    ASSERT_TRUE(report);
    EXPECT_TRUE(before);
    EXPECT_FALSE(after);
}

TEST_F(LeadTest, TriesAgainWhileTheStoreCannotBeReached)
{
    world.faults.unreachable = true;
    Candidate one(world, options());
    one.start(nothing);
    ASSERT_TRUE(world.runtime.await_sleepers(1));
    world.advance(5s);
    EXPECT_EQ(one.count(LeaderEventKind::elected), 0);
    world.faults.unreachable = false;
    EXPECT_TRUE(await([&] {
        world.advance(1s);
        return one.count(LeaderEventKind::elected) == 1;
    }));
    ASSERT_TRUE(one.end());
}

TEST_F(LeadTest, EndsAfterSoManyRunsAndRefusesAShortLease)
{
    auto o = options();
    o.count = 3;
    o.interval = 0s;
    Candidate one(world, o);
    one.start([](const JobContext&) { return 7; });
    ASSERT_TRUE(one.result.get());
    ASSERT_EQ(one.count(LeaderEventKind::ran), 3);
    EXPECT_EQ(one.events.back().why, "all runs are done");
    EXPECT_EQ(one.events[1].status, 7);
    o.lease = 250ms;
    Candidate two(world, o);
    const auto refused = two.lead.run(nothing, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.failure().kind, FailureKind::usage);
}

TEST_F(LeadTest, IsSeenAsAWorkerAndObeys)
{
    auto o = options();
    o.heartbeat = true;
    Candidate one(world, o);
    one.start(nothing);
    ASSERT_TRUE(one.await_count(LeaderEventKind::ran, 1));
    ASSERT_TRUE(await([&] { return session->workers().list({})->rows.size() == 1; }));
    const auto worker = session->workers().list({})->rows.front();
    EXPECT_EQ(worker.id, row().owner);
    EXPECT_EQ(worker.role, "leader");
    EXPECT_EQ(worker.kinds, "job");
    ASSERT_TRUE(session->workers().order({WorkerId::trusted(worker.id), {WorkerOrder::stop, 0s}, "me"}));
    EXPECT_TRUE(await([&] {
        world.advance(1s);
        return one.count(LeaderEventKind::resigned) == 1;
    }));
    ASSERT_TRUE(one.result.get());
    EXPECT_EQ(one.events.back().why, "ordered to stop");
    EXPECT_TRUE(session->workers().list({})->rows.empty());
}

} // namespace
} // namespace lockdesk::test
