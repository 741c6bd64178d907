// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/worker/worker_fixture.h"

namespace lockdesk::test {
namespace {

TEST_P(Workers, AKilledHoldersTaskIsTakenOverInTime)
{
    auto first = worker("first", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    auto second = worker("second", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(second.await_event("started")) << second.said();
    first.process().signal(SIGKILL);
    ASSERT_TRUE(second.await_event("claimed")) << second.said();
    const auto before = first.events("claimed").front();
    const auto after = second.events("claimed").front();
    EXPECT_GT(between(before, after), lock_timeout);
    EXPECT_LE(between(before, after), lock_timeout + poll + slack);
    EXPECT_EQ(after["token"].get<int>(), before["token"].get<int>() + 1);
    EXPECT_EQ(task().takeovers, 1);
    EXPECT_EQ(task().owner.substr(0, 7), "second/");
}

TEST_P(Workers, AFrozenHoldersAdvanceIsRefusedAfterItIsThawed)
{
    auto first = worker("first", {"--advance", "A=Wrong", "--work", "5s"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    ASSERT_TRUE(freeze(first));
    auto second = worker("second", {"--advance", "A=Right"});
    ASSERT_TRUE(second.await_event("advanced")) << second.said();
    EXPECT_TRUE(first.events("advanced").empty());
    first.process().signal(SIGCONT);
    ASSERT_TRUE(await([&] { return first.events("refused").size() + first.events("lost").size() == 1; }, 30s))
        << first.said();
    EXPECT_EQ(task().phase, "Right");
    EXPECT_TRUE(first.events("advanced").empty());
    // The late write is also in its row.
    const auto counted = [&] {
        const auto workers = session->workers().list({});
        for (const auto& row : workers->rows)
            if (row.host == "first" && row.counters.refused == 1)
                return true;
        return false;
    };
    // There is none if the worker noticed the loss before it wrote.
    EXPECT_TRUE(!first.events("lost").empty() || await(counted, 10s));
}

TEST_P(Workers, TermGivesBackAndEndsWithZero)
{
    auto first = worker("first", {"--phase", "A", "--work", "10m"});
    ASSERT_TRUE(first.await_event("claimed")) << first.said();
    EXPECT_EQ(first.process().stop(SIGTERM), 0);
    EXPECT_EQ(first.events("unlocked").size(), 1u) << first.said();
    EXPECT_EQ(first.events("stopped").size(), 1u);
    EXPECT_EQ(task().owner, "");
    EXPECT_EQ(task().locked_at, never_locked);
    EXPECT_TRUE(session->workers().list({})->rows.empty());
}

TEST_P(Workers, ACommandHandles)
{
    auto first = worker("first", {"--advance", "A=B", "--exec", "grep -q '\"id\":\"t1\"' && exit 0"});
    ASSERT_TRUE(first.await_event("advanced")) << first.said();
    EXPECT_EQ(task().phase, "B");
    EXPECT_EQ(first.process().stop(SIGTERM), 0);
}

TEST_P(Workers, ACommandWhoseTaskGoesNowhereIsNotRunAgainAtOnce)
{
    const auto log = dir / "runs";
    auto first = worker("first", {"--phase", "A", "--exec", "echo ran >> " + log.string()});
    ASSERT_TRUE(first.await_event("relocked")) << first.said();
    EXPECT_EQ(first.process().stop(SIGTERM), 0);
    EXPECT_EQ(read_file(log), "ran\n");
    const auto now = session->tasks().find(TaskId::trusted("t1"));
    ASSERT_TRUE(now && *now && now.store_time());
    EXPECT_EQ((*now)->phase, "A");
    EXPECT_GT(task_due_at(**now), *now.store_time() - lock_timeout) << "its lock timeout is waited for";
    EXPECT_NE((*now)->locked_at, never_locked) << "it was not given back at once";
}

TEST_P(Workers, AGuardedCommandIsEndedWhenItsLockIsForcedFree)
{
    ChildOptions options;
    options.output = dir / "guard";
    ChildProcess guard({LOCKDESKCTL, "--store", url, "--json", "guard", "run", "job", "--guard", "watchdog", "--at-most",
                        "1500ms", "--", "sh", "-c", "echo $LOCKDESK_TOKEN >&2; exec sleep 600"},
                       options);
    const auto name = LockName::trusted("job");
    const auto held = [&] {
        const auto row = session->locks().find(name);
        return row && *row && !(*row)->owner.empty();
    };
    ASSERT_TRUE(await(held, 20s));
    const auto row = *session->locks().find(name).value();
    const auto forced =
        session->locks().force_release({name, OwnerId::trusted(row.owner), row.token, {}, {}, "test", 0s, "me@here"});
    ASSERT_TRUE(forced);
    EXPECT_EQ(forced->result, ForceResult::released);
    EXPECT_EQ(guard.wait(10s), 4);
    EXPECT_NE(read_file(dir / "guard").find("\"lost\""), std::string::npos) << read_file(dir / "guard");
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Workers);
INSTANTIATE_TEST_SUITE_P(All, Workers, testing::ValuesIn(stores()), [](const auto& store) { return store.param; });

} // namespace
} // namespace lockdesk::test
