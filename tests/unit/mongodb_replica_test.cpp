// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Three members, whose primary loses the others and is then replaced: what only it has is rolled back.
#include "tests/support/mongo_wire.h"
#include "tests/unit/mongodb_fixture.h"

#include <algorithm>

namespace lockdesk::test {

struct MongoVerbs : MongoTest
{
    using MongoTest::claim, MongoTest::task, MongoTest::wish;
};

class MongoReplicaTest : public testing::Test
{
protected:
    MongoReplicaTest()
    {
        std::vector<int> ports;
        for (int i = 0; i < 3; ++i) {
            m_members.push_back(start_mongodb_member());
            ports.push_back(m_members.back()->port());
        }
        mongo_initiate(ports);
        if (!elect(0))
            throw std::runtime_error("the first member did not become primary:\n" + m_members[0]->log());
    }

    TestServer& member(std::size_t i) { return *m_members[i]; }
    std::string url(std::size_t i) const
    {
        return "mongodb://127.0.0.1:" + std::to_string(m_members[i]->port()) + "/lockdesk?directConnection=true";
    }
    bool elect(std::size_t i)
    {
        return await(
            [&] {
                if (mongo_state(m_members[i]->port()) == MongoState::primary)
                    return true;
                mongo_step_up(m_members[i]->port());
                return false;
            },
            std::chrono::seconds{60});
    }
    std::unique_ptr<Session> open(std::size_t i, const SessionOptions& options) const
    {
        auto session = open_mongodb_store(StoreUrl::parse(url(i)).value()).value()->open(options);
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    }

    std::vector<std::unique_ptr<TestServer>> m_members;
};

namespace {

MessageClaim wanted(const char* who, const char* id, bool again)
{
    return {.limit = 2, .owner = OwnerId::trusted(who), .claim = ClaimId::trusted(id), .asking_again = again};
}

} // namespace

TEST_F(MongoReplicaTest, WhatOnePrimaryAloneHasIsNobodysYet)
{
    SessionOptions bare;
    bare.without_schema = true;
    ASSERT_RESULT(open(0, bare)->admin().create_schema());
    SessionOptions options;
    options.timeout = 1500ms;
    {
        const auto session = open(0, {});
        const NewTask tasks[] = {MongoVerbs::task("t"), MongoVerbs::task("u")};
        ASSERT_RESULT(session->tasks().add(tasks));
        for (const auto* id : {"m", "n"})
            ASSERT_RESULT(session->outbox().add({MessageId::trusted(id), Topic::trusted("t"), "{}"}));
        ASSERT_RESULT(session->records().put(RecordId::trusted("r"), "old", VersionBy::integer));
        ASSERT_RESULT(session->draws().open(EventId::trusted("e"), 5));
        const auto first = session->locks().acquire(MongoVerbs::wish("job", "zoe", "r0"));
        ASSERT_RESULT(first);
        ASSERT_RESULT(session->locks().release(LockName::trusted("job"), OwnerId::trusted("zoe"), *first->token, 0s));
    }
    const auto lonely = open(0, options);
    ASSERT_RESULT(lonely->locks().find(LockName::trusted("job")));
    member(1).kill();
    member(2).kill();

    // The primary writes each of these, but no other member has them.
    const auto wish = MongoVerbs::wish("job", "ann", "r1");
    EXPECT_TRUE(lonely->locks().acquire(wish).is_in_doubt());
    auto claim = MongoVerbs::claim("ann", 2, "c1");
    EXPECT_TRUE(lonely->tasks().claim(claim).is_in_doubt());
    EXPECT_TRUE(lonely->outbox().claim(wanted("ann", "c1", false)).is_in_doubt());
    EXPECT_TRUE(lonely->records().update_if_version(RecordId::trusted("r"), "1", "new").is_in_doubt());

    // Asking again reads them there, which is not an answer yet.
    claim.asking_again = true;
    EXPECT_TRUE(lonely->locks().acquire(wish).is_in_doubt());
    EXPECT_TRUE(lonely->tasks().claim(claim).is_in_doubt());
    EXPECT_TRUE(lonely->outbox().claim(wanted("ann", "c1", true)).is_in_doubt());
    const auto record = lonely->records().get(RecordId::trusted("r"), false);
    ASSERT_TRUE(record.is_error());
    EXPECT_EQ(record.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(record.failure().retryable);
    EXPECT_TRUE(lonely->draws().find(EventId::trusted("e")).is_error());
    EXPECT_TRUE(lonely->draws().results(EventId::trusted("e"), {}).is_error());

    // Another primary knows nothing of all this, and grants it to others with the same tokens.
    member(0).kill();
    member(1).restart();
    member(2).restart();
    ASSERT_TRUE(elect(1));
    const auto other = open(1, {});
    const auto got = other->locks().acquire(MongoVerbs::wish("job", "bob", "r2"));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->result, AcquireResult::acquired);
    EXPECT_EQ(got->token, FencingToken{2});
    const auto taken = other->tasks().claim(MongoVerbs::claim("bob", 2, "c2"));
    ASSERT_RESULT(taken);
    ASSERT_EQ(taken->size(), 2u);
    EXPECT_EQ(taken->front().token, FencingToken{1});
    const auto messages = other->outbox().claim(wanted("bob", "c2", false));
    ASSERT_RESULT(messages);
    EXPECT_EQ(messages->size(), 2u);
    EXPECT_EQ(other->records().get(RecordId::trusted("r"), false)->value().value, "old");

    // The first client asks again and gets the new state.
    const auto again = open(1, {});
    EXPECT_EQ(again->locks().acquire(wish)->result, AcquireResult::busy);
    EXPECT_TRUE(again->tasks().claim(claim)->empty());
    EXPECT_TRUE(again->outbox().claim(wanted("ann", "c1", true))->empty());
    member(0).restart();
    EXPECT_TRUE(await([&] { return mongo_state(member(0).port()) == MongoState::secondary; }, std::chrono::seconds{60}));
    EXPECT_EQ(other->locks().find(LockName::trusted("job"))->value().owner, "bob");
}

TEST_F(MongoReplicaTest, WhatMostHaveIsAnsweredAgain)
{
    SessionOptions bare;
    bare.without_schema = true;
    ASSERT_RESULT(open(0, bare)->admin().create_schema());
    const auto session = open(0, {});
    std::vector<NewTask> tasks;
    for (int i = 0; i < 1500; ++i) // more than one batch of a cursor
        tasks.push_back(MongoVerbs::task("t" + std::to_string(i)));
    ASSERT_RESULT(session->tasks().add(tasks));
    auto claim = MongoVerbs::claim("ann", 1500, "c1");
    ASSERT_EQ(session->tasks().claim(claim)->size(), 1500u);
    member(2).kill(); // two of three are a majority
    claim.asking_again = true;
    const auto again = open(0, {});
    EXPECT_EQ(again->tasks().claim(claim)->size(), 1500u);
    const auto wish = MongoVerbs::wish("job", "ann", "r1");
    ASSERT_RESULT(session->locks().acquire(wish));
    const auto same = again->locks().acquire(wish);
    ASSERT_RESULT(same);
    EXPECT_EQ(same->holds, 1);
    EXPECT_EQ(same->token, FencingToken{1});
    ASSERT_RESULT(session->records().put(RecordId::trusted("r"), "new", VersionBy::integer));
    EXPECT_EQ(again->records().get(RecordId::trusted("r"), false)->value().value, "new");
}

} // namespace lockdesk::test
