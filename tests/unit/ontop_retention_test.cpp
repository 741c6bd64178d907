// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/retention.h"
#include "tests/unit/ontop_fixture.h"

#include <mutex>

namespace lockdesk::test {
namespace {

using days = std::chrono::duration<std::int64_t, std::ratio<86'400>>;

class RetentionTest : public testing::Test
{
protected:
    void send(int count)
    {
        for (int i = 0; i < count; ++i)
            ASSERT_TRUE(
                session->outbox().add({MessageId::trusted("m" + std::to_string(m_messages++)), Topic::trusted("t"), "{}"}));
        settle(count, true);
    }
    void bury(const char* id)
    {
        ASSERT_TRUE(session->outbox().add({MessageId::trusted(id), Topic::trusted("t"), "{}"}));
        settle(1, false);
    }
    void free_lock(const std::string& name)
    {
        const auto got = session->locks().acquire({LockName::trusted(name), owner("o"), 30s, RequestId::trusted(name)});
        ASSERT_TRUE(got);
        ASSERT_TRUE(session->locks().release(LockName::trusted(name), owner("o"), *got->token));
    }
    // A task in a final phase; `parked`: one that failed.
    void end_task(const std::string& id, bool parked = false)
    {
        TaskRule rule{"k", "End"};
        rule.lock_timeout = no_end;
        ASSERT_TRUE(session->tasks().set_rule(rule));
        ASSERT_TRUE(session->tasks().set_rule({"k", "new", 30s, BackoffPolicy::progressive, 1}));
        const NewTask task{TaskId::trusted(id), TaskKind::trusted("k"), Phase::trusted("new")};
        ASSERT_TRUE(session->tasks().add({&task, 1}));
        const auto taken = session->tasks().claim({task.kind, task.phase, 1, owner("w"), ClaimId::trusted("t" + id)});
        ASSERT_EQ(taken->size(), 1u);
        TaskStep step{task.id, owner("w"), taken->front().token, Advance{{}, Phase::trusted("End"), {}}};
        if (parked)
            step.what = Fail{"broken", 1.0};
        ASSERT_TRUE(session->tasks().apply({&step, 1}));
    }
    void beat(const char* id)
    {
        WorkerRow row;
        row.id = id;
        ASSERT_TRUE(session->workers().beat(row));
    }
    RetentionOptions options()
    {
        RetentionOptions out;
        out.who = "keeper";
        out.rows_per_step = 10;
        out.pause = Duration{0};
        return out;
    }
    RetentionEvents counting()
    {
        return {[this](const Collected& collected, std::optional<TimePoint>) {
                    const std::lock_guard lock(m_mutex);
                    m_reported += collected;
                },
                [this](const Failure&) { ++troubles; }};
    }
    Collected answer()
    {
        const std::lock_guard lock(m_mutex);
        return m_reported;
    }
    std::map<std::string, std::string> audit()
    {
        std::map<std::string, std::string> out;
        const auto page = session->audit().list({}).value();
        for (const auto& row : page.rows) {
            EXPECT_EQ(row.action, "collect");
            EXPECT_EQ(row.who, "keeper");
            out[row.entity] += row.evidence;
        }
        return out;
    }

    World world;
    std::unique_ptr<Session> session = world.session();
    std::atomic<int> troubles = 0;

private:
    void settle(int count, bool delivered)
    {
        const auto rows = session->outbox().claim({count, owner("r"), ClaimId::trusted("c" + std::to_string(++m_claims))});
        std::vector<Delivery> deliveries;
        for (const auto& row : *rows)
            deliveries.push_back({MessageId::trusted(row.id), owner("r"), row.token, delivered, "no", Duration{0}, 1});
        ASSERT_TRUE(session->outbox().settle(deliveries));
    }

    std::mutex m_mutex;
    Collected m_reported;
    int m_messages = 0, m_claims = 0;
};

TEST_F(RetentionTest, RemovesWhatIsOldAndDoneAndNothingElse)
{
    send(25);
    bury("dead");
    beat("gone");
    for (int i = 0; i < 15; ++i)
        free_lock("free " + std::to_string(i));
    ASSERT_TRUE(session->locks().acquire({lock_name("held"), owner("o"), days{30}, RequestId::trusted("held")}));
    for (int i = 0; i < 12; ++i)
        end_task("done " + std::to_string(i));
    end_task("failed", true);
    world.advance(days{6});
    send(1);
    free_lock("young");
    beat("young");
    end_task("young");
    ASSERT_TRUE(session->outbox().add({MessageId::trusted("pending"), Topic::trusted("t"), "{}"}));
    world.advance(days{1} + 1s);

    Retention retention(world.runtime, world.access(), options(), counting());
    const Collected expected{25, 1, 15, 12};
    EXPECT_EQ(retention.collect_now().value(), expected);
    EXPECT_EQ(answer(), expected);
    EXPECT_EQ(session->outbox().list({})->rows.size(), 3u) << "young, dead, pending";
    EXPECT_EQ(session->outbox().find(MessageId::trusted("dead")).value()->state, MessageState::dead);
    EXPECT_EQ(session->workers().list({})->rows.size(), 1u);
    EXPECT_EQ(session->locks().list({})->rows.size(), 2u) << "held and young";
    EXPECT_EQ(session->tasks().list({})->rows.size(), 2u) << "failed and young";
    EXPECT_EQ(audit(), (std::map<std::string, std::string>{{"message", R"({"removed":25})"},
                                                           {"worker", R"({"removed":1})"},
                                                           {"lock", R"({"removed":15})"},
                                                           {"task", R"({"removed":12})"}}));
    EXPECT_EQ(retention.collect_now().value(), Collected{}) << "nothing is left";
    EXPECT_EQ(audit().size(), 4u);
    const auto again = session->locks().acquire({LockName::trusted("free 1"), owner("o"), 30s, RequestId::trusted("again")});
    EXPECT_EQ(again->token, FencingToken(2)) << "above what was removed";
}

TEST_F(RetentionTest, ARoundGoesOnWhereTheLastOneEnded)
{
    for (int i = 0; i < 50; ++i)
        free_lock("lock " + std::to_string(i));
    send(50);
    world.advance(days{8});
    auto few = options();
    few.most_steps = 2;
    Retention retention(world.runtime, world.access(), few, counting());
    Collected all;
    int rounds = 0;
    while (all.total() < 100 && ++rounds < 20) {
        const auto some = retention.collect_now().value();
        EXPECT_LE(some.messages, 20);
        EXPECT_LE(some.locks, 20);
        all += some;
    }
    EXPECT_EQ(all, (Collected{50, 0, 50}));
    EXPECT_EQ(answer(), all);
}

TEST_F(RetentionTest, RunsByItselfAndTellsTheAuditOnceAnHour)
{
    send(3);
    auto o = options();
    o.keep = days{1};
    Retention retention(world.runtime, world.access(), o, counting());
    retention.start();
    retention.start();
    world.advance(days{1} + 1s);
    ASSERT_TRUE(await([&] {
        world.advance(1s);
        return answer().messages == 3;
    }));
    ASSERT_TRUE(await([&] { return audit().size() == 1; }));
    send(4);
    world.advance(days{1} - 30min);
    retention.stop(); // reports what was not reported yet
    EXPECT_EQ(answer().messages, 3);
    Retention next(world.runtime, world.access(), o, counting());
    world.advance(31min);
    next.start();
    ASSERT_TRUE(await([&] {
        world.advance(1s);
        return answer().messages == 7;
    }));
    next.stop();
    EXPECT_EQ(audit()["message"], R"({"removed":4}{"removed":3})");
}

TEST_F(RetentionTest, AStoreThatIsAwayOrReadOnlyLosesNothing)
{
    send(3);
    world.advance(days{8});
    world.faults.unreachable = true;
    Retention retention(world.runtime, world.access(), options(), counting());
    retention.start();
    ASSERT_TRUE(await([&] {
        world.advance(1s);
        return troubles > 1;
    }));
    world.faults.unreachable = false;
    ASSERT_TRUE(await([&] {
        world.advance(1s);
        return answer().messages == 3;
    }));
    auto access = world.access();
    access.options.read_only = true;
    EXPECT_EQ(Retention(world.runtime, access, options(), {}).collect_now().failure().kind, FailureKind::read_only);
}

TEST_F(RetentionTest, ItsStopIsHeardThoughTheStoreHangs)
{
    SystemRuntime runtime;
    auto o = options();
    o.keep = 1s;
    world.faults.hangs = true;
    Retention retention(runtime, world.access(), o, counting());
    retention.start();
    ASSERT_TRUE(await([&] { return world.faults.hanging > 0; }));
    const auto asked = std::chrono::steady_clock::now();
    retention.stop();
    EXPECT_LT(std::chrono::steady_clock::now() - asked, 5s);
    world.faults.hangs = false;
}

TEST(ParseRetention, DaysDurationsAndOff)
{
    EXPECT_EQ(parse_retention("7d").value(), default_retention);
    EXPECT_EQ(parse_retention("12h").value(), Duration{12h});
    EXPECT_EQ(parse_retention("1s").value(), Duration{1s});
    EXPECT_FALSE(parse_retention("off").value());
    EXPECT_FALSE(parse_retention("forever").value());
    for (const char* bad : {"", "0", "0d", "-1d", "d", "7", "1.5d", "500ms", "never", "99999999999d"})
        EXPECT_EQ(parse_retention(bad).failure().kind, FailureKind::usage) << bad;
}

} // namespace
} // namespace lockdesk::test
