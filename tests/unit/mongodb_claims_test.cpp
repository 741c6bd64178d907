// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/statements.h"
#include "tests/unit/mongodb_fixture.h"

#include <set>
#include <thread>

namespace lockdesk::test {

namespace {

using mongodb::Bson;
using mongodb::View;

} // namespace

class MongoClaimsTest : public MongoTest
{
protected:
    void add_tasks(Session& session, int count) const
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i)
            tasks.push_back(task("t" + std::to_string(i)));
        ASSERT_RESULT(session.tasks().add(tasks));
    }
};

TEST_F(MongoClaimsTest, BatchesOfClaimersWhoComeTogetherAreDisjointAndComplete)
{
    init();
    constexpr int many = 2000, claimers = 8;
    add_tasks(*open(), many);
    std::vector<std::vector<std::string>> taken(claimers);
    std::vector<std::thread> threads;
    for (int i = 0; i < claimers; ++i)
        threads.emplace_back([&, i] {
            const auto session = open({.timeout = 30s});
            for (int n = 0;; ++n) {
                const auto rows =
                    session->tasks().claim(claim("w" + std::to_string(i), 7, std::to_string(i) + "-" + std::to_string(n)));
                if (!rows) {
                    ADD_FAILURE() << rows.failure().message;
                    return;
                }
                for (const TaskRow& row : *rows)
                    taken[static_cast<std::size_t>(i)].push_back(row.id);
                if (rows->empty())
                    return;
            }
        });
    for (auto& thread : threads)
        thread.join();
    std::set<std::string> all;
    std::size_t count = 0;
    for (const auto& some : taken) {
        count += some.size();
        all.insert(some.begin(), some.end());
    }
    EXPECT_EQ(all.size(), static_cast<std::size_t>(many)) << "none is left";
    EXPECT_EQ(count, all.size()) << "none was taken twice";
}

TEST_F(MongoClaimsTest, ABatchGoesByThePrimaryKeyOfEach)
{
    init();
    auto session = open();
    add_tasks(*session, 300);
    Bson ids;
    for (int i = 0; i < 100; ++i)
        ids.push("t" + std::to_string(i));
    mongodb::Values v;
    v.text("kind", "k")
        .text("phase", "p")
        .whole("timeout", 30'000'000)
        .text("owner", "o")
        .text("claim", "c")
        .array("ids", ids);
    const Bson update = mongodb::statement("task_take_due").fill(v, {"lockdesk_", mongodb::server_now()});
    const Bson explained = by_hand(Bson().doc("explain", update).text("verbosity", "executionStats").json());
    const View stats = explained["executionStats"];
    EXPECT_EQ(stats["executionStages"]["nWouldModify"].integer(), 100) << explained.json();
    EXPECT_EQ(stats["totalDocsExamined"].integer(), 100);
    EXPECT_LE(stats["totalKeysExamined"].integer(), 201);
}

TEST_F(MongoClaimsTest, ATaskThatWasTakenMeanwhileStaysWithItsHolder)
{
    init();
    auto session = open();
    add_tasks(*session, 3);
    ASSERT_EQ(session->tasks().claim(claim("first", 1, "one"))->size(), 1u);
    const Bson ids = Bson().push("t0").push("t1").push("t2");
    mongodb::Values v;
    v.text("kind", "k")
        .text("phase", "p")
        .whole("timeout", 30'000'000)
        .text("owner", "second")
        .text("claim", "two")
        .array("ids", ids);
    const Bson done = by_hand(mongodb::statement("task_take_due").fill(v, {"lockdesk_", mongodb::server_now()}).json());
    EXPECT_EQ(done["n"].integer(), 2);
    EXPECT_EQ((*session->tasks().find(TaskId::trusted("t0")))->owner, "first");
}

TEST_F(MongoClaimsTest, AStepByItselfIsDecidedAsOneOfMany)
{
    init();
    auto session = open();
    add_tasks(*session, 1);
    const auto token = session->tasks().claim(claim("w", 1, "c"))->front().token;
    const auto apply = [&](const char* id, const char* owner, FencingToken by, auto what) {
        const TaskStep step{TaskId::trusted(id), OwnerId::trusted(owner), by, what};
        const auto answers = session->tasks().apply({&step, 1});
        EXPECT_TRUE(answers.store_time());
        return answers->at(0);
    };
    EXPECT_EQ(apply("none", "w", token, Unlock{}).result, StepResult::missing);
    EXPECT_EQ(apply("t0", "x", token, Unlock{}).result, StepResult::not_owner);
    EXPECT_EQ(apply("t0", "w", FencingToken(9), Unlock{}).result, StepResult::stale);
    EXPECT_EQ(apply("t0", "w", token, Advance{Phase::trusted("other"), Phase::trusted("q"), std::nullopt}).result,
              StepResult::stale);
    const auto waits = apply("t0", "w", token, Relock{5s});
    EXPECT_EQ(waits.result, StepResult::done);
    EXPECT_EQ(waits.wait, Duration{5s});
    ASSERT_TRUE(waits.row);
    EXPECT_EQ(waits.row->owner, "");
}

TEST_F(MongoClaimsTest, AMessageIsNotWrittenWhereTheSchemaWasDropped)
{
    init();
    auto session = open();
    const auto add = [&](const char* id) {
        return session->outbox().add({MessageId::trusted(id), Topic::trusted("t"), "{}"});
    };
    for (const char* id : {"a", "b", "c"}) {
        const auto added = add(id);
        ASSERT_RESULT(added);
        EXPECT_TRUE(*added);
        EXPECT_TRUE(added.store_time());
    }
    EXPECT_FALSE(*add("a"));
    ASSERT_RESULT(open({.without_schema = true})->admin().drop_schema());
    EXPECT_EQ(add("d").failure().code, "NOSCHEMA");
    const Bson names = by_hand(R"({"listCollections": 1, "nameOnly": true})");
    EXPECT_TRUE(names["cursor"]["firstBatch"].items().empty()) << names.json();
    init();
    EXPECT_TRUE(*add("e"));
    ASSERT_RESULT(open({.without_schema = true})->admin().drop_schema());
    init();
    EXPECT_TRUE(*add("e")) << "a collection of the same name is another one";
    EXPECT_EQ(session->outbox().list({})->rows.size(), 1u);
}

} // namespace lockdesk::test
