// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/held_messages.h"
#include "tests/contract/deliveries.h"
#include "tests/support/await.h"

namespace lockdesk::contract {

TEST_P(OutboxCases, DeliveredIsSent)
{
    add_message("m");
    const auto taken = claim_messages("r")[0];
    pass(second);
    const auto answer = settle(outbox(), outcome(taken, true));
    EXPECT_TRUE(answer.accepted);
    ASSERT_TRUE(answer.row);
    EXPECT_EQ(answer.row->state, MessageState::sent);
    EXPECT_EQ(answer.row->sent_at, now());
    EXPECT_FALSE(answer.row->next_at);
    pass(std::chrono::hours{1});
    EXPECT_TRUE(claim_messages("r").empty());
}

TEST_P(OutboxCases, FailedIsTriedAgainLater)
{
    add_message("m");
    const auto answer = settle(outbox(), outcome(claim_messages("r")[0], false, 5 * second));
    EXPECT_TRUE(answer.accepted);
    EXPECT_EQ(answer.row->state, MessageState::pending);
    EXPECT_EQ(answer.row->next_at, now() + 5 * second);
    EXPECT_EQ(answer.row->last_error, "no answer");
    EXPECT_EQ(answer.row->tries, 1);
    pass(5 * second - tick());
    EXPECT_TRUE(claim_messages("r").empty());
    pass(tick());
    EXPECT_EQ(claim_messages("r").size(), 1u);
}

TEST_P(OutboxCases, DeadAfterTheLastTry)
{
    add_message("m");
    for (int i = 1; i <= 3; ++i) {
        const auto taken = claim_messages("r");
        ASSERT_EQ(taken.size(), 1u) << i;
        const auto answer = settle(outbox(), outcome(taken[0], false, second, 3));
        EXPECT_EQ(answer.row->state, i < 3 ? MessageState::pending : MessageState::dead);
        pass(second);
    }
    EXPECT_FALSE(message("m").next_at);
    pass(std::chrono::hours{1});
    EXPECT_TRUE(claim_messages("r").empty());
}

TEST_P(OutboxCases, LateRelayIsRefusedAfterATakeover)
{
    add_message("m");
    const auto late = claim_messages("dead", 1, second)[0];
    pass(second);
    ASSERT_EQ(claim_messages("r").size(), 1u);
    const auto before = message("m");
    for (const bool delivered : {true, false}) {
        const auto answer = settle(outbox(), outcome(late, delivered));
        EXPECT_FALSE(answer.accepted);
        EXPECT_EQ(answer.row, before);
        EXPECT_EQ(message("m"), before);
    }
}

TEST_P(OutboxCases, OlderTokenOfTheSameRelayIsRefused)
{
    add_message("m");
    const auto old = claim_messages("r", 1, second)[0];
    pass(second);
    ASSERT_EQ(claim_messages("r").size(), 1u);
    const auto before = message("m");
    EXPECT_FALSE(settle(outbox(), outcome(old, true)).accepted);
    EXPECT_EQ(message("m"), before);
}

TEST_P(OutboxCases, LateRelayWhomNobodyReplacedIsAccepted)
{
    add_message("m");
    const auto late = claim_messages("r", 1, second)[0];
    pass(std::chrono::hours{1});
    EXPECT_TRUE(settle(outbox(), outcome(late, true)).accepted);
    EXPECT_EQ(message("m").state, MessageState::sent);
}

TEST_P(OutboxCases, HeldRowsArePassedOverAndFreeAgainWithTheirConnection)
{
    auto session = another();
    HeldMessages* held = held_messages(session->outbox());
    LOCKDESK_NEEDS(held != nullptr, "rows cannot be held here");
    add_message("m");
    pass(second);
    add_message("n");
    const auto before = message("m");
    const MessageClaim request{1, owner("holder"), fresh_claim(), std::chrono::milliseconds{300}};
    const auto rows = ok(held->hold(request));
    ASSERT_EQ(ids(rows), Ids{"m"});
    EXPECT_EQ(rows[0].tries, 0);
    EXPECT_EQ(rows[0].token, FencingToken(1));
    EXPECT_EQ(rows[0].owner, "holder");
    EXPECT_EQ(message("m"), before) << "to others it is as it was";
    EXPECT_TRUE(ok(held->still_held()));
    pass(std::chrono::hours{1});
    EXPECT_EQ(ids(claim_messages("r")), Ids{"n"}) << "no lease ends it";
    session.reset();
    // A server notices the end of a session after some time.
    Ids freed;
    EXPECT_TRUE(test::await([&] { return !(freed = ids(claim_messages("r"))).empty(); }));
    EXPECT_EQ(freed, Ids{"m"});
    EXPECT_EQ(message("m").token, FencingToken(1)) << "nothing was kept of the holder's claim";
}

TEST_P(OutboxCases, HeldRowsAreSettledTogether)
{
    auto session = another();
    HeldMessages* held = held_messages(session->outbox());
    LOCKDESK_NEEDS(held != nullptr, "rows cannot be held here");
    for (const char* id : {"a", "b", "c"}) {
        add_message(id);
        pass(second);
    }
    auto rows = ok(held->hold({3, owner("holder"), fresh_claim(), second}));
    ASSERT_EQ(ids(rows), (Ids{"a", "b", "c"}));
    const Delivery deliveries[] = {outcome(rows[0], true), outcome(rows[1], false, 10 * second),
                                   outcome(rows[2], false, second, 1)};
    const auto answers = ok(held->settle_held(deliveries));
    ASSERT_EQ(answers.size(), 3u);
    for (const auto& answer : answers)
        EXPECT_TRUE(answer.accepted);
    EXPECT_EQ(message("a").state, MessageState::sent);
    EXPECT_EQ(message("b").state, MessageState::pending);
    EXPECT_EQ(message("c").state, MessageState::dead);
    EXPECT_TRUE(ok(held->hold({3, owner("holder"), fresh_claim(), second})).empty());
    pass(10 * second);
    EXPECT_EQ(ids(ok(held->hold({3, owner("holder"), fresh_claim(), second}))), Ids{"b"});
    held->let_go();
    EXPECT_EQ(ids(claim_messages("r")), Ids{"b"});
}

TEST_P(OutboxCases, WaitingInABatchIsNeverATry)
{
    for (const auto* id : {"a", "b", "c"})
        add_message(id);
    for (int i = 1; i <= 5; ++i) {
        const auto taken = claim_messages("r", 3, second);
        ASSERT_EQ(taken.size(), 3u) << i;
        for (const auto& m : taken) {
            EXPECT_EQ(m.tries, 0) << i;
            EXPECT_EQ(m.cuts, 0) << i;
        }
        pass(second);
    }
}

TEST_P(OutboxCases, SettledTwiceIsAcceptedOnce)
{
    add_message("m");
    const auto taken = claim_messages("r")[0];
    settle(outbox(), outcome(taken, true));
    const auto before = message("m");
    EXPECT_FALSE(settle(outbox(), outcome(taken, false)).accepted);
    EXPECT_EQ(message("m"), before);
}

TEST_P(OutboxCases, ManyDeliveriesAreAnsweredOneByOneInTheirOrder)
{
    for (const auto* id : {"a", "b", "c"})
        add_message(id);
    const auto taken = claim_messages("r", 3);
    ASSERT_EQ(taken.size(), 3u);
    auto missing = outcome(taken[0], true);
    missing.id = MessageId::trusted("none");
    auto thief = outcome(taken[1], true);
    thief.owner = owner("thief");
    const std::vector<Delivery> deliveries{outcome(taken[0], true), missing, thief, outcome(taken[2], false)};
    const auto answers = ok(outbox().settle(deliveries));
    ASSERT_EQ(answers.size(), 4u);
    EXPECT_TRUE(answers[0].accepted);
    EXPECT_FALSE(answers[1].accepted);
    EXPECT_FALSE(answers[1].row);
    EXPECT_FALSE(answers[2].accepted);
    EXPECT_TRUE(answers[3].accepted);
    EXPECT_EQ(message("b").state, MessageState::sending);
}

TEST_P(OutboxCases, RetryDeadBringsBackTheNamedOnesOrAll)
{
    for (const auto* id : {"a", "b", "c", "alive"})
        add_message(id);
    for (const auto& m : claim_messages("r", 3))
        settle(outbox(), outcome(m, false, second, 1));
    pass(second);
    const std::vector<MessageId> named{MessageId::trusted("b"), MessageId::trusted("alive"), MessageId::trusted("none")};
    EXPECT_FALSE(ok(outbox().preview_retry_dead(named)).empty());
    EXPECT_EQ(message("b").state, MessageState::dead) << "a preview changes nothing";
    const auto some = ok(outbox().retry_dead(named));
    EXPECT_EQ(ids(some), Ids{"b"});
    EXPECT_EQ(some[0].state, MessageState::pending);
    EXPECT_EQ(some[0].tries, 0);
    EXPECT_EQ(some[0].next_at, now());
    EXPECT_EQ(ok(outbox().retry_dead({})).size(), 2u);
    EXPECT_EQ(claim_messages("r", 10).size(), 4u);
}

} // namespace lockdesk::contract
