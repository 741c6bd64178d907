// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/mailbox.h"

#include "backends/memory/memory_store.h"

#include <gtest/gtest.h>

#include <thread>

namespace lockdesk::scenarios {

namespace {

class MailboxTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_store = open_memory_store(StoreUrl::parse("memory:mailbox").value()).value();
        const auto id = SandboxId::parse("lesson").value();
        SessionOptions outside;
        outside.without_schema = true;
        const auto session = m_store->open(outside).value();
        ASSERT_TRUE(session->admin().create_schema());
        ASSERT_TRUE(session->admin().create_sandbox(id));
        m_options.sandbox = id;
        run = m_store->open(m_options).value();
        actor = m_store->open(m_options).value();
    }
    void TearDown() override { forget_memory_store("mailbox"); }

    void beat(const std::string& name)
    {
        WorkerRow row;
        row.id = name;
        row.role = actor_role;
        ASSERT_TRUE(actor->workers().beat(row));
    }

    std::unique_ptr<Store> m_store;
    SessionOptions m_options;
    std::unique_ptr<Session> run, actor;
};

} // namespace

TEST(MailboxTexts, GoThereAndBack)
{
    const Joined joined{"pod-b", "7f", "a host", 4711};
    EXPECT_EQ(decode_joined("pod-b", encode(joined)), joined);
    const Letter letter{3, "7f", R"(sql 'SELECT "x" FROM {items}')"};
    EXPECT_EQ(decode_letter(encode(letter)), letter);
    const Reply reply{3, "7f", 4, {R"({"type":"sql"})", "", R"({"type":"done"})"}};
    EXPECT_EQ(decode_reply(encode(reply)), reply);
    const Reply silent{4, "7f", 0, {}};
    EXPECT_EQ(decode_reply(encode(silent)), silent);
}

TEST(MailboxTexts, ALineStaysOne) { EXPECT_EQ(decode_letter(encode(Letter{1, "a", "two\nlines"}))->command, "two lines"); }

TEST(MailboxTexts, OthersAreNothing)
{
    for (const std::string text : {"", "left\n", "joined\n", "joined\n\nh\n1\n", "joined\na\nh\nx\n", "command\nx\na\nb\n",
                                   "command\n9223372036854775807\na\nb\n", "command\n1000000000001\na\nb\n",
                                   "reply\n1\na\n", "reply\n1\na\nz\n", "command", "100"}) {
        EXPECT_FALSE(decode_joined("n", text)) << text;
        EXPECT_FALSE(decode_letter(text)) << text;
        EXPECT_FALSE(decode_reply(text)) << text;
    }
}

TEST_F(MailboxTest, ACommandIsTakenOnceAndAnswered)
{
    MailboxReader reader({"pod-b", "id1", "host", 1});
    EXPECT_FALSE(MailboxSender::find(*run, "pod-b").value());
    ASSERT_TRUE(reader.join(*actor));
    const auto joined = MailboxSender::find(*run, "pod-b").value();
    ASSERT_TRUE(joined);
    MailboxSender sender(*joined);
    EXPECT_FALSE(reader.take(*actor).value()) << "nothing was posted";
    ASSERT_TRUE(sender.post(*run, "lock show a"));
    EXPECT_FALSE(sender.poll(*run).value());
    const auto letter = reader.take(*actor).value();
    ASSERT_TRUE(letter);
    EXPECT_EQ(letter->command, "lock show a");
    EXPECT_FALSE(reader.take(*actor).value()) << "at most once";
    ASSERT_TRUE(reader.answer(*actor, {letter->number, "id1", 3, {"{}"}}));
    const auto reply = sender.poll(*run).value();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 3);
    EXPECT_EQ(reply->lines, std::vector<std::string>{"{}"});
    ASSERT_TRUE(sender.post(*run, "lock show b"));
    EXPECT_FALSE(sender.poll(*run).value()) << "the reply before it is another command's";
    EXPECT_EQ(reader.take(*actor).value()->number, letter->number + 1);
}

TEST_F(MailboxTest, ASignOfWorkIsNoReplyAndKeepsItAlive)
{
    MailboxReader reader({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(reader.join(*actor));
    MailboxSender sender(*MailboxSender::find(*run, "pod-b").value());
    ASSERT_TRUE(sender.post(*run, "sql 'SELECT 1 FOR UPDATE'"));
    const auto letter = reader.take(*actor).value();
    ASSERT_TRUE(letter);
    auto heard = sender.heard();
    for (const int count : {1, 2}) {
        ASSERT_TRUE(MailboxReader::at_work(*actor, reader.self(), letter->number, count));
        EXPECT_FALSE(sender.poll(*run).value());
        EXPECT_GT(sender.heard(), heard);
        heard = sender.heard();
        EXPECT_FALSE(sender.poll(*run).value());
        EXPECT_EQ(sender.heard(), heard) << "the same sign says nothing new";
    }
    ASSERT_TRUE(MailboxReader::at_work(*actor, reader.self(), letter->number - 1, 3));
    EXPECT_FALSE(sender.poll(*run).value());
    EXPECT_EQ(sender.heard(), heard) << "a sign of another command";
    ASSERT_TRUE(reader.answer(*actor, {letter->number, "id1", 0, {"{}"}}));
    EXPECT_EQ(sender.poll(*run).value().value().status, 0);
}

TEST_F(MailboxTest, ASignTellsWhatWasPrintedSoFar)
{
    MailboxReader reader({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(reader.join(*actor));
    MailboxSender sender(*MailboxSender::find(*run, "pod-b").value());
    ASSERT_TRUE(sender.post(*run, "sql 'SELECT 1 FOR UPDATE'"));
    const auto number = reader.take(*actor).value()->number;
    EXPECT_TRUE(sender.so_far().empty());
    const std::vector<std::string> lines{R"({"type":"statement"})", R"({"type":"row"})"};
    ASSERT_TRUE(MailboxReader::at_work(*actor, reader.self(), number, 1, lines));
    EXPECT_FALSE(sender.poll(*run).value());
    EXPECT_EQ(sender.so_far(), lines);
    // What is too long for a sign is sent with the reply; the sign is given anyway.
    const auto heard = sender.heard();
    ASSERT_TRUE(MailboxReader::at_work(*actor, reader.self(), number, 2, {std::string(1 << 17, 'x')}));
    EXPECT_FALSE(sender.poll(*run).value());
    EXPECT_GT(sender.heard(), heard);
    EXPECT_TRUE(sender.so_far().empty());
    ASSERT_TRUE(MailboxReader::at_work(*actor, reader.self(), number, 3, lines));
    EXPECT_FALSE(sender.poll(*run).value());
    ASSERT_TRUE(sender.post(*run, "clock"));
    EXPECT_TRUE(sender.so_far().empty()) << "it is another command's";
}

TEST_F(MailboxTest, WhatWasMeantForAnotherIsNotTaken)
{
    MailboxReader first({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(first.join(*actor));
    MailboxSender sender(*MailboxSender::find(*run, "pod-b").value());
    ASSERT_TRUE(sender.post(*run, "lock show a"));
    MailboxReader second({"pod-b", "id2", "host", 2});
    ASSERT_TRUE(second.join(*actor));
    EXPECT_FALSE(second.take(*actor).value());
    EXPECT_FALSE(first.is_still_there(*actor).value());
    EXPECT_TRUE(second.is_still_there(*actor).value());
    ASSERT_TRUE(first.leave(*actor));
    EXPECT_TRUE(MailboxSender::find(*run, "pod-b").value()) << "only who is there can leave";
    ASSERT_TRUE(second.leave(*actor));
    EXPECT_FALSE(MailboxSender::find(*run, "pod-b").value());
}

TEST_F(MailboxTest, ASecondRunGoesOnCounting)
{
    MailboxReader reader({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(reader.join(*actor));
    for (int i = 1; i <= 2; ++i) {
        MailboxSender sender(*MailboxSender::find(*run, "pod-b").value());
        ASSERT_TRUE(sender.post(*run, "clock"));
        const auto letter = reader.take(*actor).value();
        ASSERT_TRUE(letter);
        EXPECT_EQ(letter->number, i);
    }
}

TEST_F(MailboxTest, ActorsAreFoundByTheirRows)
{
    beat("pod-b");
    beat("pod-c");
    MailboxReader reader({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(reader.join(*actor));
    const auto all = MailboxSender::find_all(*run).value();
    ASSERT_EQ(all.size(), 1u) << "a local actor has a row and no mailbox";
    EXPECT_EQ(all[0].id, "id1");
}

TEST_F(MailboxTest, AwaitEndsWithTheReplyOrTheDeadline)
{
    MailboxReader reader({"pod-b", "id1", "host", 1});
    ASSERT_TRUE(reader.join(*actor));
    MailboxSender sender(*MailboxSender::find(*run, "pod-b").value());
    ASSERT_TRUE(sender.post(*run, "clock"));
    EXPECT_FALSE(sender.await(*run, std::chrono::steady_clock::now() + std::chrono::milliseconds{30}).value());
    std::jthread other([&] { (void)reader.answer(*actor, {reader.take(*actor).value()->number, "id1", 0, {}}); });
    EXPECT_TRUE(sender.await(*run, std::chrono::steady_clock::now() + std::chrono::seconds{20}).value());
}

} // namespace lockdesk::scenarios
