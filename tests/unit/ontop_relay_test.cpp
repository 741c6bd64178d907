// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ontop_relay_fixture.h"

namespace lockdesk::test {
namespace {

const std::vector<std::string> ten_messages{"m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"};

MessageClaim claim_of(const char* who, std::int64_t limit, Duration lease = 30s)
{
    static std::atomic<int> number = 0;
    return {limit, owner(who), ClaimId::trusted("by hand " + std::to_string(++number)), lease};
}

TEST_F(RelayTest, ASlowReceiverOfALongBatchLosesNothingAndDeliversNothingTwice)
{
    for (const auto& id : ten_messages)
        add(id.c_str());
    int taken = 0;
    // A third of the lease each: the batch takes more than three leases.
    receiver.during = [&] {
        world.advance(10s);
        taken += static_cast<int>(session->outbox().claim(claim_of("other", 10))->size());
    };
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(taken, 0) << "the leases of those that wait are extended too";
    for (const auto& id : ten_messages) {
        EXPECT_EQ(receiver.seen[id], 1) << id;
        EXPECT_EQ(message(id.c_str()).state, MessageState::sent) << id;
        EXPECT_EQ(message(id.c_str()).tries, 0) << id;
        EXPECT_EQ(message(id.c_str()).cuts, 0) << id;
    }
    EXPECT_EQ(refused, 0);
}

TEST_F(RelayTest, AMessageThatKillsItsRelayThreeTimesIsDeadAndTheOthersAreNot)
{
    for (const char* id : {"poison", "a", "b"})
        add(id);
    for (int i = 0; i < 3; ++i) {
        const auto rows = session->outbox().claim(claim_of("killed", 3, 1s)).value();
        ASSERT_EQ(rows.size(), 3u);
        const auto poison = std::find_if(rows.begin(), rows.end(), [](const auto& m) { return m.id == "poison"; });
        ASSERT_TRUE(session->outbox().begin({MessageId::trusted("poison"), owner("killed"), poison->token, 1s}).value());
        world.advance(1s);
    }
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(receiver.seen["poison"], 0) << "not once more";
    EXPECT_EQ(message("poison").state, MessageState::dead);
    EXPECT_EQ(message("poison").cuts, 3);
    EXPECT_EQ(message("poison").tries, 0);
    EXPECT_NE(message("poison").last_error.str().find("3 times"), std::string::npos);
    for (const char* id : {"a", "b"}) {
        EXPECT_EQ(message(id).state, MessageState::sent);
        EXPECT_EQ(message(id).tries, 0);
    }
    ASSERT_EQ(session->outbox().retry_dead({})->size(), 1u);
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(message("poison").state, MessageState::sent) << "all its tries are given back";
}

TEST_F(RelayTest, OfATopicItEndsWhenNothingOfItIsPending)
{
    for (const auto& [id, topic] : {std::pair{"other", "sms"}, {"mine", "mail"}, {"too", "mail"}})
        ASSERT_TRUE(session->outbox().add({MessageId::trusted(id), Topic::trusted(topic), "{}"}).value());
    auto o = until_empty();
    o.topic = Topic::trusted("mail");
    ASSERT_TRUE(run(o));
    EXPECT_EQ(receiver.seen["mine"], 1);
    EXPECT_EQ(receiver.seen["too"], 1);
    EXPECT_EQ(receiver.seen["other"], 0);
    EXPECT_EQ(message("other").state, MessageState::pending);
    ASSERT_TRUE(run(until_empty()));
    EXPECT_EQ(receiver.seen["other"], 1);
}

TEST_F(RelayTest, ThreeCutsAreEnoughHoweverManyTriesThereAre)
{
    add("poison");
    for (int i = 0; i < 3; ++i) {
        const auto row = session->outbox().claim(claim_of("killed", 1, 1s))->at(0);
        ASSERT_TRUE(session->outbox().begin({MessageId::trusted("poison"), owner("killed"), row.token, 1s}).value());
        world.advance(1s);
    }
    auto o = until_empty();
    o.tries = 10;
    ASSERT_TRUE(run(o));
    EXPECT_EQ(message("poison").state, MessageState::dead);
    EXPECT_EQ(receiver.seen["poison"], 0);
}

TEST_F(RelayTest, ALateRelayChangesNothingAndBeginsNothingMore)
{
    for (const char* id : {"a", "b", "c"})
        add(id);
    std::vector<MessageRow> theirs;
    receiver.during = [&] {
        if (!theirs.empty())
            return;
        world.advance(31s); // frozen beyond its lease
        theirs = session->outbox().claim(claim_of("other", 10, std::chrono::hours{1})).value();
    };
    Relay relay(world.runtime, world.access(), until_empty(), receiver, counting());
    ASSERT_TRUE(relay.run_once({}));
    ASSERT_EQ(theirs.size(), 3u);
    EXPECT_EQ(receiver.seen["a"], 1);
    EXPECT_EQ(receiver.seen["b"] + receiver.seen["c"], 0);
    EXPECT_GE(refused, 1);
    EXPECT_TRUE(states.empty());
    for (const auto& row : theirs) {
        auto now = message(row.id.c_str());
        now.raw.clear();
        auto before = row;
        before.raw.clear();
        EXPECT_EQ(now, before) << row.id;
    }
}

TEST_F(RelayTest, WhatWasNotBegunIsGivenBackWhenItIsStopped)
{
    for (const char* id : {"a", "b", "c"})
        add(id);
    std::stop_source stop;
    receiver.during = [&] { stop.request_stop(); };
    Relay relay(world.runtime, world.access(), until_empty(), receiver, counting());
    ASSERT_TRUE(relay.run_once(stop.get_token()));
    EXPECT_EQ(message("a").state, MessageState::sent);
    for (const char* id : {"b", "c"}) {
        EXPECT_EQ(receiver.seen[id], 0);
        EXPECT_EQ(message(id).state, MessageState::pending);
        EXPECT_EQ(message(id).tries, 0);
        EXPECT_EQ(message(id).owner, "");
    }
    EXPECT_EQ(session->outbox().claim(claim_of("next", 10))->size(), 2u) << "at once";
}

TEST_F(RelayTest, WhatWasDeliveredIsToldBeforeTheNextIsBegun)
{
    for (const char* id : {"a", "b", "c"})
        add(id);
    std::vector<std::int64_t> open;
    receiver.during = [&] { open.push_back(session->outbox().backlog()->pending); };
    Relay relay(world.runtime, world.access(), until_empty(), receiver, counting());
    ASSERT_TRUE(relay.run_once({}));
    EXPECT_EQ(open, (std::vector<std::int64_t>{3, 2, 1})) << "a relay killed by the second must not cut the first";
}

TEST_F(RelayTest, PausedInABatchItBeginsNothingMoreAndGivesTheRestBack)
{
    add("a");
    add("b");
    bool paused = false;
    receiver.during = [&] { paused = true; };
    auto o = until_empty();
    o.paused = [&] { return paused; };
    Relay relay(world.runtime, world.access(), o, receiver, counting());
    ASSERT_TRUE(relay.run_once({}));
    EXPECT_EQ(receiver.seen["a"] + receiver.seen["b"], 1);
    EXPECT_EQ(message("b").state, MessageState::pending);
    EXPECT_EQ(message("b").owner, "");
}

TEST_F(RelayTest, AnOutageOfASecondBetweenDeliveryAndMarkBuriesNothing)
{
    for (const char* id : {"a", "b"})
        add(id);
    bool cut = false;
    SteadyPoint back{};
    receiver.during = [&] {
        if (std::exchange(cut, true))
            return;
        world.faults.unreachable = true;
        back = world.runtime.now() + 1s;
    };
    auto result = std::async(std::launch::async, [&] {
        Relay relay(world.runtime, world.access(), until_empty(), receiver, counting());
        return relay.run({});
    });
    ASSERT_TRUE(await([&] {
        world.advance(20ms);
        if (back != SteadyPoint{} && world.runtime.now() >= back)
            world.faults.unreachable = false;
        return result.wait_for(0s) == std::future_status::ready;
    }));
    EXPECT_TRUE(result.get());
    EXPECT_GT(troubles, 0);
    for (const char* id : {"a", "b"}) {
        EXPECT_EQ(receiver.seen[id], 1) << id;
        EXPECT_EQ(message(id).state, MessageState::sent) << id;
        EXPECT_EQ(message(id).tries, 0) << id;
    }
}

TEST_F(RelayTest, ALostReplyOfABeginIsAskedAgain)
{
    add("a");
    Relay relay(world.runtime, world.access(), until_empty(), receiver, counting());
    auto claimed = std::async(std::launch::async, [&] { return relay.run_once({}); });
    ASSERT_EQ(claimed.get().value(), 1);
    add("b");
    world.faults.lost_replies = 2; // of the claim and of the begin
    auto result = std::async(std::launch::async, [&] { return relay.run({}); });
    ASSERT_TRUE(await([&] {
        world.advance(20ms);
        return result.wait_for(0s) == std::future_status::ready;
    }));
    EXPECT_EQ(receiver.seen["b"], 1);
    EXPECT_EQ(message("b").state, MessageState::sent);
    EXPECT_EQ(message("b").cuts, 0);
}

TEST_F(RelayTest, RetriesComeAfter5And20Seconds)
{
    add("a");
    receiver.failures = {{"a", 99}};
    auto o = until_empty();
    o.retry = {};
    Relay relay(world.runtime, world.access(), o, receiver, counting());
    std::vector<Duration> waits;
    for (int i = 0; i < 2; ++i) {
        const auto now = session->admin().clock(1)->store;
        ASSERT_EQ(relay.run_once({}).value(), 1);
        ASSERT_EQ(message("a").state, MessageState::pending);
        waits.push_back(*message("a").next_at - now);
        world.advance(waits.back());
    }
    EXPECT_EQ(waits, (std::vector<Duration>{5s, 20s}));
    ASSERT_EQ(relay.run_once({}).value(), 1);
    EXPECT_EQ(message("a").state, MessageState::dead);
    EXPECT_EQ(message("a").tries, 3);
}

TEST(DeliveryRetry, WaitsGrowUpToTheLongest)
{
    const DeliveryRetry standard;
    const std::vector<Duration> expected{5s, 20s, 80s, 320s, 600s, 600s};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(standard.after(static_cast<std::int64_t>(i)), expected[i]) << i;
    EXPECT_EQ(standard.after(1'000'000'000), 10min);
    EXPECT_EQ(DeliveryRetry::fixed(3s).after(7), 3s);
    EXPECT_EQ(parse_delivery_retry("exponential").value(), standard);
    EXPECT_EQ(parse_delivery_retry("fixed:250ms").value(), DeliveryRetry::fixed(250ms));
    for (const char* bad :
         {"", "linear", "fixed", "fixed:", "fixed:5", "fixed:0", "fixed:-1s", "fixed:forever", "Exponential"})
        EXPECT_EQ(parse_delivery_retry(bad).failure().kind, FailureKind::usage) << bad;
}

} // namespace
} // namespace lockdesk::test
