// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ontop_relay_fixture.h"

#include <stdexcept>

namespace lockdesk::test {
namespace {

TEST_F(RelayTest, DeliversEverythingOnceAndEnds)
{
    for (const char* id : {"a", "b", "c"})
        add(id);
    ASSERT_TRUE(run(until_empty()));
    for (const char* id : {"a", "b", "c"}) {
        EXPECT_EQ(receiver.seen[id], 1);
        EXPECT_EQ(message(id).state, MessageState::sent);
    }
    EXPECT_TRUE(run(until_empty())); // an empty one ends at once
}

TEST_F(RelayTest, RetriesAndThenDead)
{
    add("good");
    add("late");
    add("bad");
    receiver.failures = {{"late", 2}, {"bad", 99}};
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(receiver.seen["good"], 1);
    EXPECT_EQ(receiver.seen["late"], 3);
    EXPECT_EQ(receiver.seen["bad"], 3);
    EXPECT_EQ(message("late").state, MessageState::sent);
    EXPECT_EQ(message("bad").state, MessageState::dead);
    EXPECT_EQ(message("bad").last_error, "not today");
    EXPECT_EQ(session->outbox().backlog()->dead, 1);
    ASSERT_EQ(session->outbox().retry_dead({})->size(), 1u);
    receiver.failures.clear();
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(message("bad").state, MessageState::sent);
}

TEST_F(RelayTest, DoesNotBeginWhatItsLeaseNoLongerCovers)
{
    add("a");
    add("b");
    receiver.during = [&] { world.advance(20s); }; // slow: the second message would end after the lease of 30 s
    receiver.failures = {};
    auto o = until_empty();
    o.lease = 15s;
    ASSERT_TRUE(run(o));
    EXPECT_EQ(receiver.seen["a"] + receiver.seen["b"], static_cast<int>(states.size()) + refused);
    EXPECT_EQ(message("a").state, MessageState::sent);
    EXPECT_EQ(message("b").state, MessageState::sent);
}

TEST_F(RelayTest, PausedItClaimsNothing)
{
    add("a");
    bool paused = true;
    Relay relay(world.runtime, world.access(), {.owner = owner("relay"), .paused = [&] { return paused; }}, receiver, {});
    EXPECT_EQ(relay.run_once({}).value(), 0);
    paused = false;
    EXPECT_EQ(relay.run_once({}).value(), 1);
    EXPECT_EQ(message("a").state, MessageState::sent);
}

TEST_F(RelayTest, UnderAGuardADeliveryMayOutlastItsMessagesLease)
{
    add("a");
    add("b");
    receiver.during = [&] { world.advance(35s); };
    auto o = until_empty();
    keep_apart_by(GuardKind::watchdog, {}, {}, o);
    EXPECT_EQ(o.lease, shortest_lease);
    ASSERT_TRUE(run(o));
    EXPECT_EQ(receiver.seen["a"], 1);
    EXPECT_EQ(receiver.seen["b"], 1);
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(message("a").state, MessageState::sent);
    EXPECT_EQ(message("b").state, MessageState::sent);
}

TEST_F(RelayTest, WhenTheGuardIsLostNothingMoreIsBegun)
{
    add("a");
    add("b");
    std::stop_source lost;
    receiver.during = [&] { lost.request_stop(); };
    auto o = until_empty();
    keep_apart_by(GuardKind::fixed, {}, {}, o);
    Relay relay(world.runtime, world.access(), o, receiver, {});
    ASSERT_TRUE(relay.run_once({}, lost.get_token()));
    EXPECT_EQ(receiver.seen["a"] + receiver.seen["b"], 1);
    EXPECT_EQ(message("a").state, MessageState::sent) << "what was in hand goes on";
    EXPECT_EQ(message("b").state, MessageState::pending) << "given back for the next holder";
    EXPECT_EQ(message("b").tries, 0);
    EXPECT_EQ(relay.run_once({}, lost.get_token()).value(), 0);
    ASSERT_TRUE(relay.run_once({}));
    EXPECT_EQ(message("b").state, MessageState::sent);
}

TEST_F(RelayTest, WithoutAGuardTheFirstToEndHasSentIt)
{
    add("a");
    auto o = until_empty("one");
    keep_apart_by(GuardKind::none, {}, {}, o);
    receiver.during = [&] {
        world.advance(1s);
        const auto taken = session->outbox().claim({1, owner("other"), ClaimId::trusted("c"), shortest_lease, false});
        ASSERT_EQ(taken->size(), 1u);
        world.advance(1s);
    };
    Relay relay(world.runtime, world.access(), o, receiver,
                {[&](const MessageRow& row, const std::string&, auto) { states.push_back(row.state); }, {}, {}});
    ASSERT_TRUE(relay.run_once({}));
    EXPECT_EQ(states, std::vector{MessageState::sent});
    EXPECT_EQ(message("a").state, MessageState::sent) << "by its id alone";
}

TEST_F(RelayTest, HoldingRowsIsRefusedWhereThereAreNone)
{
    auto o = until_empty();
    keep_apart_by(GuardKind::skip_locked_rows, {}, {}, o);
    Relay relay(world.runtime, world.access(), o, receiver, {});
    EXPECT_EQ(relay.run_once({}).failure().kind, FailureKind::unsupported);
    GuardRun guard(world.runtime, world.access(), {.name = lock_name(), .kind = GuardKind::skip_locked_rows});
    EXPECT_EQ(guard.run([](const JobContext&) { return 0; }).failure().kind, FailureKind::unsupported);
}

class GuardTest : public testing::Test
{
protected:
    GuardOptions options(GuardKind kind) { return {.name = lock_name(), .kind = kind}; }
    Answer<RunReport> run(const GuardOptions& o, const Job& job)
    {
        return GuardRun(world.runtime, world.access(), o).run(job);
    }
    std::future<Answer<RunReport>> start(const GuardOptions& o, const Job& job)
    {
        return std::async(std::launch::async, [=, this] { return run(o, job); });
    }
    LockRow row() { return *session->locks().find(lock_name()).value(); }

    World world;
    std::unique_ptr<Session> session = world.session();
};

TEST_F(GuardTest, RanFailedAndItsToken)
{
    for (const auto kind : {GuardKind::none, GuardKind::fixed, GuardKind::watchdog}) {
        const auto ran = run(options(kind), [&](const JobContext& context) {
            EXPECT_EQ(context.token.has_value(), kind != GuardKind::none);
            EXPECT_EQ(context.lock, lock_name());
            return 0;
        });
        ASSERT_TRUE(ran) << ran.failure().message;
        EXPECT_EQ(ran->result, RunResult::ran);
        EXPECT_EQ(ran->status, 0);
        EXPECT_TRUE(ran->started_at && ran->ended_at);
        EXPECT_EQ(run(options(kind), [](const JobContext&) { return 3; })->result, RunResult::failed);
    }
    EXPECT_EQ(row().owner, "");
}

TEST_F(GuardTest, AProcessNeverOverlapsWithItself)
{
    for (const auto kind : {GuardKind::fixed, GuardKind::watchdog}) {
        std::string inner_owner, outer_owner;
        const auto outer = run(options(kind), [&](const JobContext& context) {
            outer_owner = context.owner.str();
            const auto inner = run(options(kind), [](const JobContext&) { return 0; });
            inner_owner = inner->owner.str();
            EXPECT_EQ(inner->result, RunResult::skipped);
            EXPECT_EQ(inner->why, "busy");
            EXPECT_FALSE(inner->status);
            return 0;
        });
        EXPECT_EQ(outer->result, RunResult::ran);
        EXPECT_NE(inner_owner, outer_owner);
    }
    const auto none = run(options(GuardKind::none), [&](const JobContext&) {
        return run(options(GuardKind::none), [](const JobContext&) { return 0; })->result == RunResult::ran ? 0 : 1;
    });
    EXPECT_EQ(none->result, RunResult::ran); // without a guard it does overlap
}

TEST_F(GuardTest, AtLeastKeepsItCooling)
{
    auto o = options(GuardKind::fixed);
    o.at_least = 10s;
    EXPECT_EQ(run(o, [](const JobContext&) { return 0; })->result, RunResult::ran);
    world.advance(9s);
    const auto skipped = run(o, [](const JobContext&) { return 0; });
    EXPECT_EQ(skipped->result, RunResult::skipped);
    EXPECT_EQ(skipped->why, "cooling");
    world.advance(2s);
    EXPECT_EQ(run(o, [](const JobContext&) { return 0; })->result, RunResult::ran);
}

TEST_F(GuardTest, FixedIsLostWhenAtMostEnds)
{
    auto result = start(options(GuardKind::fixed), [&](const JobContext& context) {
        (void)world.runtime.sleep(context.lost, 35s);
        return context.lost.stop_requested() ? 143 : 0;
    });
    for (int i = 0; i < 400 && result.wait_for(0s) != std::future_status::ready; ++i) {
        (void)world.runtime.await_sleepers(2, 300ms);
        world.advance(100ms);
    }
    const auto report = result.get();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->result, RunResult::lost);
    EXPECT_EQ(report->status, 143);
}

TEST_F(GuardTest, WatchdogKeepsItForAsLongAsItTakes)
{
    auto result = start(options(GuardKind::watchdog),
                        [&](const JobContext& context) { return world.runtime.sleep(context.lost, 95s) ? 0 : 1; });
    ASSERT_TRUE(world.runtime.await_sleepers(3));
    world.pass(94s, 1s, 3);
    EXPECT_EQ(row().renewals, 9);
    world.advance(2s);
    EXPECT_EQ(result.get()->result, RunResult::ran);
}

TEST_F(GuardTest, ForceReleaseIsToldToTheJob)
{
    auto result = start(options(GuardKind::watchdog),
                        [&](const JobContext& context) { return world.runtime.sleep(context.lost, no_end) ? 0 : 143; });
    ASSERT_TRUE(world.runtime.await_sleepers(3));
    const auto held = row();
    ASSERT_TRUE(
        session->locks().force_release({lock_name(), owner(held.owner.c_str()), held.token, {}, {}, "test", 0s, "me"}));
    world.advance(10s);
    ASSERT_EQ(result.wait_for(10s), std::future_status::ready);
    EXPECT_EQ(result.get()->result, RunResult::lost);
}

TEST_F(GuardTest, SessionLocksAreRefusedWhereThereAreNone)
{
    for (const auto kind : {GuardKind::named, GuardKind::skip_locked}) {
        world.faults.no_session_locks = false;
        ASSERT_EQ(run(options(kind), [](const JobContext&) { return 0; })->result, RunResult::ran) << "where there are some";
        world.faults.no_session_locks = true;
        const auto report = run(options(kind), [](const JobContext&) -> int { throw std::logic_error("it ran unguarded"); });
        ASSERT_FALSE(report);
        EXPECT_EQ(report.failure().kind, FailureKind::unsupported);
    }
}

TEST(GuardKind, Words)
{
    for (const auto kind : {GuardKind::none, GuardKind::named, GuardKind::skip_locked, GuardKind::skip_locked_rows,
                            GuardKind::fixed, GuardKind::watchdog, GuardKind::redlock})
        EXPECT_EQ(parse_guard_kind(word(kind)).value(), kind);
    EXPECT_EQ(parse_guard_kind("Watchdog").failure().kind, FailureKind::usage);
}

} // namespace
} // namespace lockdesk::test
