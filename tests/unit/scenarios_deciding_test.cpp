// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/deciding.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace lockdesk::scenarios {
namespace {

Event step_of(std::string statement, std::vector<SentStatement> sent)
{
    Event out;
    out.statement = std::move(statement);
    out.sent = std::move(sent);
    return out;
}

std::string deciding_of(const Event& event)
{
    const auto* found = reading_order(event).deciding;
    return found != nullptr ? found->name : "";
}

TEST(ReadingOrders, TheLastThatWritesDecides)
{
    const auto event = step_of("task.advance", {{"begin", "BEGIN IMMEDIATE", {}, false},
                                                {"clock_now", "SELECT now()", {}, true},
                                                {"task_find", "SELECT * FROM t", {}, false},
                                                {"task_apply", "UPDATE t SET phase = 'B'", {}, false},
                                                {"commit", "COMMIT", {}, false}});
    EXPECT_EQ(deciding_of(event), "task_apply");
    EXPECT_EQ(reading_order(event).all.size(), 4u);
    EXPECT_EQ(reading_order(event).beside.size(), 1u);
}

// The function of PostgreSQL is called by a SELECT, and what comes after it only reads.
TEST(ReadingOrders, TheStatementOfTheVerbGoesBeforeOthers)
{
    EXPECT_EQ(deciding_of(step_of("lock.acquire", {{"lock_acquire", "SELECT * FROM lockdesk_acquire('a')", {}, false},
                                                   {"lock_find", "SELECT * FROM lockdesk_locks", {}, false}})),
              "lock_acquire");
    EXPECT_EQ(deciding_of(step_of("lock.acquire", {{"lock_acquire", "\"FCALL\" \"lockdesk_acquire\" \"1\" \"k\"", {}, false},
                                                   {"lock_find", "\"EVALSHA_RO\" \"00ff\" \"1\" \"p\"", {}, false}})),
              "lock_acquire");
}

// As Redis, PostgreSQL and SQLite send them.
TEST(ReadingOrders, AClaimInTwoStepsIsDecidedByTheLast)
{
    const SentStatement asks{"task_claim", "\"EVALSHA\" \"00ff\" \"1\" \"p\"", {}, false};
    const SentStatement looks{"task_look", "\"EVALSHA_RO\" \"00ff\" \"1\" \"p\"", {}, false};
    const SentStatement takes{"task_take", "\"EVALSHA\" \"00ff\" \"1\" \"p\"", {}, false};
    EXPECT_EQ(deciding_of(step_of("task.claim", {asks, looks, takes})), "task_take");
    EXPECT_EQ(deciding_of(step_of("task.claim", {asks, looks})), "task_look") << "nothing was due";
    EXPECT_EQ(deciding_of(step_of("task.claim", {asks})), "task_claim");
    EXPECT_EQ(deciding_of(step_of("outbox.claim", {{"outbox_claim", "WITH c AS (UPDATE o SET x = 1) SELECT", {}, false},
                                                   {"outbox_begin", "UPDATE o SET y = 1", {}, false}})),
              "outbox_claim")
        << "the relay's begin of the first message is not the claim";
}

TEST(ReadingOrders, ReadsOfRedisAndMongoDbDecideNothing)
{
    EXPECT_EQ(deciding_of(step_of("task.unlock", {{"task_apply", "\"EVALSHA\" \"00ff\" \"1\" \"p\"", {}, false},
                                                  {"named", "\"EVALSHA_RO\" \"ff00\" \"1\" \"p\"", {}, false}})),
              "task_apply");
    EXPECT_EQ(deciding_of(step_of("task.unlock", {{"task_apply", "{ \"update\" : \"lockdesk_tasks\" }", {}, false},
                                                  {"task_find", "{ \"find\" : \"lockdesk_tasks\" }", {}, false}})),
              "task_apply");
}

// The fence's condition decides; what follows counts and notes the refusal.
TEST(ReadingOrders, ARefusalIsDecidedByTheFence)
{
    EXPECT_EQ(deciding_of(step_of("record.put", {{"begin_write", "BEGIN IMMEDIATE", {}, false},
                                                 {"fence_admit", "INSERT INTO f (resource) VALUES ('a')", {}, false},
                                                 {"fence_refuse", "UPDATE f SET refusals = 1", {}, false},
                                                 {"refusal_add", "INSERT INTO r (resource) VALUES ('a')", {}, false},
                                                 {"refusal_prune", "-- Keeps some.\nDELETE FROM r WHERE seq <= 1", {}, false},
                                                 {"commit", "COMMIT", {}, false}})),
              "fence_admit");
    const auto mongodb = step_of("record.put", {{"record_put_fenced", "{ \"findAndModify\" : \"lockdesk_fences\" }", {}, false},
                                                {"record_put_fenced", "{ \"update\" : \"lockdesk_refusals\" }", {}, false},
                                                {"record_put_fenced", "{ \"commitTransaction\" : 1 }", {}, false}});
    ASSERT_NE(reading_order(mongodb).deciding, nullptr);
    EXPECT_EQ(reading_order(mongodb).deciding->text, mongodb.sent.front().text);
    EXPECT_EQ(reading_order(mongodb).beside.size(), 1u);
}

// The row lock decides, not the note of who holds it; and the end of its transaction frees it.
TEST(ReadingOrders, ARowLockIsTheTransactionsOwn)
{
    EXPECT_EQ(deciding_of(step_of("session.lock", {{"schedule_row", "INSERT INTO s (name) VALUES ('a')", {}, false},
                                                   {"begin", "BEGIN", {}, false},
                                                   {"schedule_lock", "SELECT 1 FROM s FOR UPDATE SKIP LOCKED", {}, false},
                                                   {"schedule_note", "INSERT INTO l (name) VALUES ('a')", {}, false}})),
              "schedule_lock");
    EXPECT_EQ(deciding_of(step_of("session.unlock", {{"schedule_release", "COMMIT", {}, false},
                                                     {"schedule_forget", "DELETE FROM l", {}, false}})),
              "schedule_release");
}

TEST(ReadingOrders, BracketsOfWhatServesServeToo)
{
    const auto event = step_of("lock.acquire", {{"begin", "BEGIN", {}, false},
                                                {"wait_announce", "INSERT INTO w VALUES ('a')", {}, false},
                                                {"commit", "COMMIT", {}, false}});
    EXPECT_EQ(reading_order(event).deciding, nullptr);
    EXPECT_EQ(reading_order(event).beside.size(), 3u);
    Event sql = step_of("sql", {{"sql", "COMMIT", {}, false}});
    sql.sql = "COMMIT";
    EXPECT_EQ(deciding_of(sql), "sql");
}

} // namespace
} // namespace lockdesk::scenarios
