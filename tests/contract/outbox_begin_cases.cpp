// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/deliveries.h"

namespace lockdesk::contract {

TEST_P(OutboxCases, BeginExtendsTheLeaseAndMarksTheDelivery)
{
    add_message("m");
    const auto taken = claim_messages("r", 1, 10 * second)[0];
    pass(4 * second);
    EXPECT_TRUE(ok(outbox().begin(beginning(taken, 10 * second))));
    const auto begun = message("m");
    EXPECT_EQ(begun.begun_at, now());
    EXPECT_EQ(begun.lease_until, now() + 10 * second);
    EXPECT_EQ(begun.state, MessageState::sending);
    EXPECT_EQ(begun.token, taken.token);
    EXPECT_EQ(begun.owner, "r");
    EXPECT_EQ(begun.tries, 0);
    EXPECT_EQ(begun.doubt, "");
    pass(10 * second - tick());
    EXPECT_TRUE(claim_messages("other").empty()) << "the claim looks at the extended lease";
    EXPECT_EQ(ok(outbox().backlog()).sending, 1);
    const auto answer = settle(outbox(), outcome(taken, true));
    EXPECT_TRUE(answer.accepted);
    EXPECT_FALSE(answer.row->begun_at);
    EXPECT_EQ(answer.row->tries, 0) << "it never failed";
}

TEST_P(OutboxCases, BeginExtendsThoseOfItsClaimThatWait)
{
    for (const auto* id : {"a", "b", "c", "theirs"})
        add_message(id);
    const MessageClaim claim{3, owner("r"), fresh_claim(), 3 * second};
    const auto taken = ok(outbox().claim(claim));
    ASSERT_EQ(ids(taken), (Ids{"a", "b", "c"}));
    const auto theirs = claim_messages("other", 1, 3 * second)[0];
    settle(outbox(), outcome(taken[1], true));
    const auto sent = message("b");
    pass(2 * second);
    auto request = beginning(taken[0], 3 * second);
    request.claim = claim.claim;
    for (const char* id : {"b", "c", "theirs", "none"})
        request.rest.push_back(MessageId::trusted(id));
    EXPECT_TRUE(ok(outbox().begin(request)));
    EXPECT_EQ(message("c").lease_until, now() + 3 * second);
    EXPECT_FALSE(message("c").begun_at) << "it waits";
    EXPECT_EQ(message("b"), sent) << "what is settled stays so";
    EXPECT_EQ(message("theirs").lease_until, theirs.lease_until) << "another's claim";
    pass(3 * second - tick());
    EXPECT_EQ(ids(claim_messages("third", 10)), Ids{"theirs"});
    pass(tick());
    const auto later = claim_messages("third", 10);
    EXPECT_EQ(later.size(), 2u);
    for (const auto& m : later)
        EXPECT_EQ(m.cuts, m.id == "a" ? 1 : 0) << "only the one that was begun is cut";
}

TEST_P(OutboxCases, DeliveryWhoseRelayIsGoneIsACut)
{
    add_message("m");
    for (int i = 0; i < 4; ++i) {
        const auto taken = claim_messages("r" + std::to_string(i), 1, second);
        ASSERT_EQ(taken.size(), 1u);
        EXPECT_EQ(taken[0].cuts, i);
        EXPECT_EQ(taken[0].tries, 0);
        EXPECT_FALSE(taken[0].begun_at);
        EXPECT_TRUE(ok(outbox().begin(beginning(taken[0], 2 * second))));
        pass(2 * second - tick());
        EXPECT_TRUE(claim_messages("r").empty());
        pass(tick());
    }
}

TEST_P(OutboxCases, BegunTwiceIsOneDelivery)
{
    add_message("m");
    const auto taken = claim_messages("r", 1, second)[0];
    EXPECT_TRUE(ok(outbox().begin(beginning(taken, second))));
    pass(second / 2);
    EXPECT_TRUE(ok(outbox().begin(beginning(taken, second)))) << "asked again after a lost reply";
    EXPECT_EQ(message("m").lease_until, now() + second);
    pass(second);
    EXPECT_EQ(claim_messages("r")[0].cuts, 1);
}

TEST_P(OutboxCases, LateBeginIsRefusedAndChangesNothing)
{
    add_message("m");
    const auto late = claim_messages("dead", 1, second)[0];
    pass(second);
    const auto taken = claim_messages("r");
    ASSERT_EQ(taken.size(), 1u);
    const auto refused = [&](const MessageRow& m, const char* why) {
        const auto before = message("m");
        EXPECT_FALSE(ok(outbox().begin(beginning(m, second)))) << why;
        EXPECT_EQ(message("m"), before) << why;
    };
    refused(late, "somebody else has it");
    auto same_owner = taken[0];
    same_owner.token = late.token;
    refused(same_owner, "an older token of the same relay");
    settle(outbox(), outcome(taken[0], false));
    refused(taken[0], "it was given back");
    pass(second);
    const auto again = claim_messages("r")[0];
    settle(outbox(), outcome(again, true));
    refused(again, "it was sent");
    auto none = again;
    none.id = "none";
    EXPECT_FALSE(ok(outbox().begin(beginning(none, second))));
}

TEST_P(OutboxCases, LateBeginWhomNobodyReplacedIsAccepted)
{
    add_message("m");
    const auto late = claim_messages("r", 1, second)[0];
    pass(std::chrono::hours{1});
    EXPECT_TRUE(ok(outbox().begin(beginning(late, second)))) << "nobody else has it";
    EXPECT_TRUE(claim_messages("other").empty());
}

TEST_P(OutboxCases, GivenBackItIsAsBefore)
{
    add_message("m");
    settle(outbox(), outcome(claim_messages("r")[0], false, Duration{0}));
    for (int i = 0; i < 4; ++i) {
        const auto taken = claim_messages("r");
        ASSERT_EQ(taken.size(), 1u);
        if (i % 2 == 1)
            EXPECT_TRUE(ok(outbox().begin(beginning(taken[0], second)))) << "begun, and stopped";
        auto back = outcome(taken[0], false, Duration{0}, never_dead);
        back.failed = false;
        back.error.clear();
        const auto answer = settle(outbox(), back);
        EXPECT_TRUE(answer.accepted);
        EXPECT_EQ(answer.row->state, MessageState::pending);
        EXPECT_EQ(answer.row->tries, 1) << "no try";
        EXPECT_EQ(answer.row->cuts, 0);
        EXPECT_EQ(answer.row->next_at, now());
        EXPECT_EQ(answer.row->last_error, "no answer") << "the last error stays";
        EXPECT_FALSE(answer.row->begun_at);
        EXPECT_EQ(answer.row->owner, "");
    }
}

TEST_P(OutboxCases, CutsCountTowardsTheTries)
{
    add_message("m");
    ASSERT_TRUE(ok(outbox().begin(beginning(claim_messages("killed", 1, second)[0], second))));
    pass(second);
    const auto once = settle(outbox(), outcome(claim_messages("r")[0], false, second, 3));
    EXPECT_EQ(once.row->state, MessageState::pending);
    EXPECT_EQ(once.row->tries, 1);
    EXPECT_EQ(once.row->cuts, 1);
    pass(second);
    const auto twice = settle(outbox(), outcome(claim_messages("r")[0], false, second, 3));
    EXPECT_EQ(twice.row->state, MessageState::dead);
    EXPECT_EQ(twice.row->tries, 2);
    EXPECT_EQ(twice.row->cuts, 1);
    const auto back = ok(outbox().retry_dead({}));
    ASSERT_EQ(back.size(), 1u);
    EXPECT_EQ(back[0].tries, 0);
    EXPECT_EQ(back[0].cuts, 0);
}

TEST_P(OutboxCases, BuriedWithoutBeingTriedOnceMore)
{
    add_message("m");
    auto bury = outcome(claim_messages("r")[0], false, second, 0);
    bury.failed = false;
    const auto answer = settle(outbox(), bury);
    EXPECT_EQ(answer.row->state, MessageState::dead);
    EXPECT_EQ(answer.row->tries, 0);
    EXPECT_EQ(answer.row->last_error, "no answer");
}

TEST_P(OutboxCases, BeginIsAChangeForObservers)
{
    add_message("m");
    const auto taken = claim_messages("r")[0];
    auto& changes = s().changes();
    const auto cursor = ok(changes.since({}, Entity::message, 1000)).next;
    pass(second);
    ASSERT_TRUE(ok(outbox().begin(beginning(taken, 30 * second))));
    const auto batch = ok(changes.since(cursor, Entity::message, 1000));
    ASSERT_EQ(batch.messages.size(), 1u);
    EXPECT_EQ(batch.messages[0].begun_at, now());
}

} // namespace lockdesk::contract
