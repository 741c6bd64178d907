// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/outbox_writer.h"
#include "tests/unit/redis_fixture.h"

namespace lockdesk::test {

class RedisOutboxWriterTest : public RedisTest
{
protected:
    static NewMessage message(const char* id) { return {MessageId::trusted(id), Topic::trusted("t"), "{}"}; }
};

TEST_F(RedisOutboxWriterTest, AMessageComesWithExecAndNotWithDiscard)
{
    init();
    const RedisOutboxWriter writer;
    auto context = dial();
    ask(context.get(), {"MULTI"});
    ask(context.get(), {"SET", "order:1", "paid"});
    ASSERT_RESULT(writer.queue(context.get(), message("m1")));
    auto session = open();
    EXPECT_FALSE(session->outbox().find(MessageId::trusted("m1"))->has_value());
    const auto executed = ask(context.get(), {"EXEC"});
    ASSERT_EQ(redis::View(executed.get()).size(), 2U);
    EXPECT_EQ(redis::View(executed.get())[1][1].integer(), 1);
    EXPECT_TRUE(session->outbox().find(MessageId::trusted("m1"))->has_value());

    ask(context.get(), {"MULTI"});
    ASSERT_RESULT(writer.queue(context.get(), message("m2")));
    ask(context.get(), {"DISCARD"});
    EXPECT_FALSE(session->outbox().find(MessageId::trusted("m2"))->has_value());

    ask(context.get(), {"MULTI"});
    ASSERT_RESULT(writer.queue(context.get(), message("m1")));
    EXPECT_EQ(redis::View(ask(context.get(), {"EXEC"}).get())[0][1].integer(), 0) << "the id exists";
    const auto backlog = session->outbox().backlog();
    ASSERT_RESULT(backlog);
    EXPECT_EQ(backlog->pending, 1);
}

TEST_F(RedisOutboxWriterTest, OutsideMultiIsAMistake)
{
    init();
    auto context = dial();
    EXPECT_EQ(RedisOutboxWriter().queue(context.get(), message("m1")).failure().kind, FailureKind::usage);
    EXPECT_TRUE(open()->outbox().list({})->rows.empty()) << "refused, not written";
}

TEST_F(RedisOutboxWriterTest, InAScriptOfTheCaller)
{
    init();
    const RedisOutboxWriter writer;
    const std::string script =
        "#!lua\n" + RedisOutboxWriter::lua_function()
        + "redis.call('SET', 'order:1', 'paid')\nreturn lockdesk_outbox_add(ARGV[1], 'm1', 'orders', 'paid')";
    EXPECT_EQ(redis::View(by_hand({"EVAL", script, "0", writer.prefix()}).get()).integer(), 1);
    const auto taken =
        open()->outbox().claim({.limit = 5, .owner = OwnerId::trusted("relay"), .claim = ClaimId::trusted("c")});
    ASSERT_RESULT(taken);
    ASSERT_EQ(taken->size(), 1U);
    EXPECT_EQ(taken->front().topic, "orders");
}

} // namespace lockdesk::test
