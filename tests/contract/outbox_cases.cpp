// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/held_messages.h"
#include "tests/contract/contract.h"
#include "tests/support/await.h"

#include <algorithm>

namespace lockdesk::contract {

namespace {

std::vector<std::string> ids(const std::vector<MessageRow>& rows)
{
    std::vector<std::string> out;
    for (const auto& r : rows)
        out.push_back(r.id);
    return out;
}
using Ids = std::vector<std::string>;

Delivery outcome(const MessageRow& m, bool delivered, Duration retry_after = second, std::int64_t max_tries = 3)
{
    return {MessageId::trusted(m.id),
            OwnerId::trusted(m.owner),
            m.token,
            delivered,
            delivered ? "" : "no answer",
            retry_after,
            max_tries};
}

DeliveryBegin beginning(const MessageRow& m, Duration lease)
{
    return {MessageId::trusted(m.id), OwnerId::trusted(m.owner), m.token, lease};
}

DeliveryAnswer settle(Outbox& outbox, const Delivery& delivery)
{
    auto answers = ok(outbox.settle({&delivery, 1}));
    if (answers.size() != 1)
        throw std::runtime_error("one delivery, " + std::to_string(answers.size()) + " answers");
    return answers.front();
}

} // namespace

TEST_P(OutboxCases, MessageIsAddedPendingAndDue)
{
    EXPECT_TRUE(ok(outbox().add({MessageId::trusted("m"), Topic::trusted("mail"), "{\"to\":\"you\"}"})));
    const auto m = message("m");
    EXPECT_EQ(m.topic, "mail");
    EXPECT_EQ(m.payload, "{\"to\":\"you\"}");
    EXPECT_EQ(m.state, MessageState::pending);
    EXPECT_EQ(m.tries, 0);
    EXPECT_EQ(m.created_at, now());
    EXPECT_EQ(m.next_at, now());
    EXPECT_FALSE(m.sent_at);
    EXPECT_EQ(m.doubt, "");
}

TEST_P(OutboxCases, DuplicateIdIsToldAndChangesNothing)
{
    add_message("m");
    const auto before = message("m");
    pass(second);
    EXPECT_FALSE(ok(outbox().add({MessageId::trusted("m"), Topic::trusted("other"), "x"})));
    EXPECT_EQ(message("m"), before);
}

TEST_P(OutboxCases, ClaimLocksWithALease)
{
    add_message("m");
    const MessageClaim request{1, owner("relay"), fresh_claim(), 10 * second};
    const auto taken = ok(outbox().claim(request));
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].owner, "relay");
    EXPECT_EQ(taken[0].token, FencingToken(1));
    EXPECT_EQ(taken[0].claim_id, request.claim.str());
    EXPECT_EQ(taken[0].lease_until, now() + 10 * second);
    EXPECT_EQ(taken[0].tries, 0) << "a claim is no try";
    EXPECT_EQ(taken[0].cuts, 0);
    EXPECT_FALSE(taken[0].begun_at);
    EXPECT_EQ(taken[0].state, MessageState::sending);
    EXPECT_EQ(message("m").state, MessageState::sending);
}

TEST_P(OutboxCases, ClaimTakesTheOldestFirstUpToTheLimit)
{
    for (const auto* id : {"c", "b", "a"}) {
        add_message(id);
        pass(second);
    }
    EXPECT_EQ(ids(claim_messages("r", 2)), (Ids{"c", "b"}));
    EXPECT_EQ(ids(claim_messages("r", 2)), Ids{"a"});
    EXPECT_TRUE(claim_messages("r", 2).empty());
}

TEST_P(OutboxCases, MessagesOfTheSameMomentKeepTheirOrder)
{
    for (const auto* id : {"z", "y", "x", "w"})
        add_message(id);
    EXPECT_EQ(ids(claim_messages("r", 10)), (Ids{"z", "y", "x", "w"}));
}

TEST_P(OutboxCases, AbandonedMessageIsTakenWhenTheLeaseIsOver)
{
    add_message("m");
    claim_messages("dead", 1, 10 * second);
    pass(10 * second - tick());
    EXPECT_TRUE(claim_messages("r").empty());
    pass(tick());
    const auto taken = claim_messages("r");
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].token, FencingToken(2));
    EXPECT_EQ(taken[0].tries, 0) << "it only waited";
    EXPECT_EQ(taken[0].cuts, 0);
}

TEST_P(OutboxCases, AbandonedMessageIsDueSinceItsLeaseEnded)
{
    add_message("abandoned");
    claim_messages("dead", 1, 10 * second);
    pass(second);
    add_message("later");
    pass(10 * second);
    EXPECT_EQ(ids(claim_messages("r", 1)), Ids{"later"});
    EXPECT_EQ(ids(claim_messages("r", 1)), Ids{"abandoned"});
}

TEST_P(OutboxCases, ClaimIdAskedAgainGivesTheSame)
{
    for (const auto* id : {"a", "b", "c"})
        add_message(id);
    MessageClaim request{2, owner("r"), fresh_claim()};
    const auto first = ids(ok(outbox().claim(request)));
    request.asking_again = true;
    EXPECT_EQ(ids(ok(outbox().claim(request))), first);
    EXPECT_EQ(message("a").token, FencingToken(1));
    EXPECT_EQ(message("c").token, FencingToken(0)) << "no more was taken";
}

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

TEST_P(OutboxCases, AClaimOfATopicLeavesTheOthers)
{
    const auto add = [&](const char* id, const char* topic) {
        ok(outbox().add({MessageId::trusted(id), Topic::trusted(topic), "{}"}));
        pass(second);
    };
    add("other", "sms");
    add("abandoned", "mail");
    add("foreign", "it's");
    MessageClaim mail{10, owner("r"), fresh_claim(), second, false, Topic::trusted("mail")};
    EXPECT_EQ(ids(ok(outbox().claim(mail))), Ids{"abandoned"});
    pass(second);
    add("first", "mail");
    add("late", "Mail");
    add("second", "mail");
    const auto claim_of = [&](const char* topic, std::int64_t limit) {
        return ids(ok(outbox().claim({limit, owner("r"), fresh_claim(), 30 * second, false, Topic::trusted(topic)})));
    };
    EXPECT_EQ(claim_of("mail", 1), Ids{"abandoned"}) << "its lease is over";
    EXPECT_EQ(claim_of("mail", 10), (Ids{"first", "second"}));
    EXPECT_TRUE(claim_of("mail", 10).empty());
    EXPECT_TRUE(claim_of("none", 1).empty());
    EXPECT_EQ(claim_of("it's", 1), Ids{"foreign"});
    EXPECT_EQ(message("other").state, MessageState::pending);
    EXPECT_EQ(ids(claim_messages("r", 10)), (Ids{"other", "late"})) << "without a topic: all";
}

TEST_P(OutboxCases, BacklogOfATopicCountsItAlone)
{
    const auto add = [&](const char* id, const char* topic) {
        ok(outbox().add({MessageId::trusted(id), Topic::trusted(topic), "{}"}));
        pass(second);
    };
    add("noise", "sms");
    for (const char* id : {"sent", "dead", "claimed", "waits"})
        add(id, "mail");
    const Topic mail = Topic::trusted("mail");
    const auto claim_mail = [&](Duration lease) {
        return ok(outbox().claim({1, owner("r"), fresh_claim(), lease, false, mail})).at(0);
    };
    settle(outbox(), outcome(claim_mail(second), true));
    settle(outbox(), outcome(claim_mail(second), false, second, 1));
    claim_mail(10 * second);
    const auto b = ok(outbox().backlog(mail));
    EXPECT_EQ(b.pending, 2);
    EXPECT_EQ(b.sending, 1);
    EXPECT_EQ(b.dead, 1);
    EXPECT_EQ(b.oldest, 2 * second) << "the claimed one";
    EXPECT_EQ(b.next_due, Duration{0});
    EXPECT_NEAR(b.in_rate, 4.0 / 60, 0.001);
    EXPECT_NEAR(b.out_rate, 1.0 / 60, 0.001);
    settle(outbox(), outcome(claim_mail(second), true));
    EXPECT_EQ(ok(outbox().backlog(mail)).next_due, 10 * second) << "the other topic is due now";
    EXPECT_EQ(ok(outbox().backlog()).next_due, Duration{0});
    const auto none = ok(outbox().backlog(Topic::trusted("none")));
    EXPECT_EQ(none.pending, 0);
    EXPECT_EQ(none.dead, 0);
    EXPECT_FALSE(none.oldest);
    EXPECT_FALSE(none.next_due);
}

TEST_P(OutboxCases, BacklogCounts)
{
    const auto empty = ok(outbox().backlog());
    EXPECT_EQ(empty.pending, 0);
    EXPECT_FALSE(empty.oldest);
    EXPECT_FALSE(empty.next_due);
    for (const auto* id : {"sent", "dead", "claimed", "waits"}) {
        add_message(id);
        pass(second);
    }
    settle(outbox(), outcome(claim_messages("r")[0], true));
    settle(outbox(), outcome(claim_messages("r")[0], false, second, 1));
    claim_messages("r", 1, 10 * second);
    const auto b = ok(outbox().backlog());
    EXPECT_EQ(b.pending, 2);
    EXPECT_EQ(b.sending, 1);
    EXPECT_EQ(b.dead, 1);
    EXPECT_EQ(b.oldest, 2 * second) << "the claimed one";
    EXPECT_EQ(b.next_due, Duration{0});
    EXPECT_NEAR(b.in_rate, 4.0 / 60, 0.001);
    EXPECT_NEAR(b.out_rate, 1.0 / 60, 0.001);
    settle(outbox(), outcome(claim_messages("r")[0], true));
    EXPECT_EQ(ok(outbox().backlog()).next_due, 10 * second) << "when the lease of the claimed one is over";
    pass(61 * second);
    const auto later = ok(outbox().backlog());
    EXPECT_EQ(later.pending, 1);
    EXPECT_EQ(later.sending, 0) << "its lease is over";
    EXPECT_EQ(later.in_rate, 0);
}

TEST_P(OutboxCases, CollectRemovesOldSentMessagesOnly)
{
    for (const auto* id : {"old", "young", "pending"})
        add_message(id);
    settle(outbox(), outcome(claim_messages("r")[0], true));
    pass(10 * second);
    settle(outbox(), outcome(claim_messages("r")[0], true));
    pass(second);
    EXPECT_EQ(ok(outbox().collect(5 * second, 100)), 1);
    EXPECT_FALSE(ok(outbox().find(MessageId::trusted("old"))));
    EXPECT_TRUE(ok(outbox().find(MessageId::trusted("young"))));
    EXPECT_TRUE(ok(outbox().find(MessageId::trusted("pending"))));
}

TEST_P(OutboxCases, CollectTakesTheOldestUpToItsLimit)
{
    for (const auto* id : {"a", "b", "c", "dead"})
        add_message(id);
    const auto taken = claim_messages("r", 4);
    for (const auto* id : {"b", "a", "c"}) {
        const auto m = std::find_if(taken.begin(), taken.end(), [&](const auto& row) { return row.id == id; });
        settle(outbox(), outcome(*m, true));
        pass(second);
    }
    settle(outbox(), outcome(taken[3], false, second, 1));
    pass(std::chrono::hours{1});
    EXPECT_EQ(ok(outbox().collect(second, 2)), 2);
    EXPECT_FALSE(ok(outbox().find(MessageId::trusted("b"))));
    EXPECT_FALSE(ok(outbox().find(MessageId::trusted("a"))));
    EXPECT_TRUE(ok(outbox().find(MessageId::trusted("c"))));
    EXPECT_EQ(ok(outbox().collect(second, 2)), 1);
    EXPECT_EQ(ok(outbox().collect(second, 2)), 0);
    EXPECT_EQ(message("dead").state, MessageState::dead) << "it needs a human, however old it is";
}

TEST_P(OutboxCases, ListTakesFilterAndLimit)
{
    for (const auto* id : {"a", "b", "c"})
        add_message(id);
    settle(outbox(), outcome(claim_messages("r")[0], true));
    const auto list = [&](const std::string& filter, std::size_t limit = 1000) {
        return ok(outbox().list({ok(Filter::parse(filter, list_filter_keys(), true)), limit}));
    };
    EXPECT_EQ(list("").rows.size(), 3u);
    EXPECT_EQ(list("state:pending").rows.size(), 2u);
    EXPECT_EQ(ids(list("state:sent").rows), Ids{"a"});
    EXPECT_EQ(ids(list("id:b").rows), Ids{"b"});
    EXPECT_EQ(list("topic:topic").rows.size(), 3u);
    EXPECT_TRUE(list("topic:none").rows.empty());
    EXPECT_EQ(list("topic~OPI").rows.size(), 3u);
    EXPECT_EQ(list("TOPIC").rows.size(), 3u);
    EXPECT_TRUE(list("-topic").rows.empty());
    EXPECT_TRUE(list("", 2).truncated);
}

} // namespace lockdesk::contract
