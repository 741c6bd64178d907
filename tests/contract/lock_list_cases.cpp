// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <thread>

namespace lockdesk::contract {

TEST_P(LockCases, CollectTakesLongFreeRowsAndTheNewRowStartsAboveThem)
{
    for (int i = 0; i < 5; ++i)
        release("a", *acquire("a").token);
    acquire("a", 30 * second, "held");
    pass(10 * second);
    EXPECT_EQ(ok(locks().collect(10 * second)), 0) << "not longer than";
    pass(tick());
    EXPECT_EQ(ok(locks().collect(10 * second)), 1);
    EXPECT_FALSE(ok(locks().find(name())));
    EXPECT_TRUE(ok(locks().find(name("held"))));
    EXPECT_EQ(acquire("b").token, FencingToken(6));
    EXPECT_EQ(acquire("b", second, "never seen").token, FencingToken(6));
}

TEST_P(LockCases, CollectStepByStepLooksAtAllOnce)
{
    for (int i = 0; i < 25; ++i) {
        const auto lock = "job " + std::to_string(i);
        const auto token = *acquire("a", 30 * second, lock).token;
        if (i % 5 != 0)
            ok(locks().release(name(lock), owner("a"), token));
    }
    pass(second);
    std::int64_t removed = 0;
    int steps = 0;
    for (std::string after;; ++steps) {
        ASSERT_LT(steps, 30);
        const auto step = ok(locks().collect_some(Duration{0}, after, 4));
        EXPECT_LE(step.removed, 4);
        removed += step.removed;
        after = step.next;
        if (after.empty())
            break;
    }
    EXPECT_EQ(removed, 20);
    EXPECT_GE(steps, 5) << "in short steps";
    EXPECT_EQ(ok(locks().list({})).rows.size(), 5u) << "those that are held";
    EXPECT_EQ(acquire("b", second, "job 1").token, FencingToken(2)) << "above what was removed";
}

TEST_P(LockCases, CollectLeavesExpiredAndCoolingRows)
{
    acquire("a", second, "expired");
    const auto token = *acquire("a").token;
    release("a", token, std::chrono::hours{1});
    pass(std::chrono::minutes{30});
    EXPECT_EQ(ok(locks().collect(second)), 0);
    pass(std::chrono::minutes{30});
    EXPECT_EQ(ok(locks().collect(second)), 1) << "cooling is over";
    EXPECT_TRUE(ok(locks().find(name("expired"))));
}

TEST_P(LockCases, WaitersAreSeenUntilTheyGiveUp)
{
    LOCKDESK_NEEDS(s().capabilities().waiters, "waiters");
    acquire("a");
    ok(locks().announce_wait(name(), owner("b"), 10 * second));
    pass(second);
    ok(locks().announce_wait(name(), owner("c"), 2 * second));
    EXPECT_EQ(row().waiters, 2);
    auto rows = ok(locks().list_waiters({})).rows;
    ASSERT_EQ(rows.size(), 2u);
    const auto& b = rows[0].owner == "b" ? rows[0] : rows[1];
    EXPECT_EQ(b, (WaiterRow{"job", "b", now() - second, now() + 9 * second}));
    pass(2 * second);
    EXPECT_EQ(row().waiters, 1);
    EXPECT_EQ(ok(locks().list_waiters({})).rows.size(), 1u);
    ok(locks().withdraw_wait(name(), owner("b")));
    EXPECT_TRUE(ok(locks().list_waiters({})).rows.empty());
    EXPECT_EQ(row().waiters, 0);
}

TEST_P(LockCases, WaiterThatAnnouncesAgainKeepsItsBeginning)
{
    LOCKDESK_NEEDS(s().capabilities().waiters, "waiters");
    const auto start = now();
    ok(locks().announce_wait(name(), owner("b"), 5 * second));
    pass(4 * second);
    ok(locks().announce_wait(name(), owner("b"), 5 * second));
    const auto rows = ok(locks().list_waiters({})).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].since, start);
    EXPECT_EQ(rows[0].until, now() + 5 * second);
}

TEST_P(LockCases, ListTakesFilterAndLimit)
{
    for (const auto* lock : {"alpha", "beta", "gamma"})
        acquire(lock[0] == 'b' ? "o2" : "o1", 30 * second, lock);
    const auto keys = list_filter_keys();
    const auto names = [&](const std::string& filter, std::size_t limit = 1000) {
        const auto page = ok(locks().list({ok(Filter::parse(filter, keys, true)), limit}));
        std::vector<std::string> out;
        for (const auto& r : page.rows)
            out.push_back(r.name);
        std::sort(out.begin(), out.end());
        if (page.truncated)
            out.emplace_back("...");
        return out;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names(""), (Names{"alpha", "beta", "gamma"}));
    EXPECT_EQ(names("name:beta"), (Names{"beta"}));
    EXPECT_EQ(names("owner:o1"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("-owner:o1"), (Names{"beta"}));
    EXPECT_EQ(names("name~MM"), (Names{"gamma"}));
    EXPECT_EQ(names("owner~O2"), (Names{"beta"}));
    EXPECT_EQ(names("TA"), (Names{"beta"}));
    EXPECT_EQ(names("o1"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("-o1"), (Names{"beta"}));
    EXPECT_EQ(names("name~a_"), Names{});
    EXPECT_EQ(names("name~.*"), Names{});
    EXPECT_EQ(names("name~%"), Names{});
    EXPECT_EQ(names("state:held owner:o1 name~a"), (Names{"alpha", "gamma"}));
    EXPECT_EQ(names("state:free"), Names{});
    EXPECT_EQ(names("", 3).size(), 3u);
    EXPECT_EQ(names("", 2).size(), 3u) << "two and the mark";
    EXPECT_EQ(names("", 2).back(), "...");
    pass(60 * second);
    EXPECT_EQ(names("state:expired").size(), 3u);
}

TEST_P(LockCases, TwoFirstAcquirersOneAcquiresOneIsBusy)
{
    constexpr int rounds = 100;
    struct Side
    {
        std::unique_ptr<Session> session;
        std::vector<Answer<Acquisition>> answers;
    };
    std::array<Side, 2> sides{Side{another()}, Side{another()}};
    std::barrier start(2);
    const auto race = [&](int me) {
        for (int i = 0; i < rounds; ++i) {
            start.arrive_and_wait();
            sides[me].answers.push_back(sides[me].session->locks().acquire(
                {name("race-" + std::to_string(i)), owner("o" + std::to_string(me)), 30 * second,
                 RequestId::trusted("r" + std::to_string(me) + "-" + std::to_string(i))}));
        }
    };
    std::thread other(race, 1);
    race(0);
    other.join();
    for (int i = 0; i < rounds; ++i) {
        int got = 0;
        for (const Side& side : sides) {
            ASSERT_TRUE(side.answers[i]) << i << ": " << side.answers[i].failure().message;
            got += side.answers[i]->result == AcquireResult::acquired ? 1 : 0;
        }
        EXPECT_EQ(got, 1) << "round " << i;
    }
}

} // namespace lockdesk::contract
