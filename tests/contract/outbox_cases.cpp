// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/deliveries.h"

#include <algorithm>

namespace lockdesk::contract {

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
