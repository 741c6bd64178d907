// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/task_lists.h"

#include <algorithm>
#include <set>
#include <thread>

namespace lockdesk::contract {

TEST_P(TaskCases, ReturnedTaskIsTakenWithin20ClaimsAmongTenThousand)
{
    add_task("crashed");
    claim("dead");
    pass(31 * second);
    ok(tasks().add(many(10'000)));
    FairTurn turn(false);
    bool taken = false;
    for (int i = 0; i < 20 && !taken; ++i) {
        auto request = claim_request("w");
        request.returned_first = turn.next();
        taken = ids(ok(tasks().claim(request))) == Ids{"crashed"};
    }
    EXPECT_TRUE(taken);
}

TEST_P(TaskCases, FreshTaskIsTakenWithin20ClaimsAmongManyReturned)
{
    ok(tasks().add(many(200, "crashed")));
    EXPECT_EQ(claim("dead", 200).size(), 200u);
    pass(31 * second);
    add_task("fresh");
    FairTurn turn(true);
    bool taken = false;
    for (int i = 0; i < 20 && !taken; ++i) {
        auto request = claim_request("w");
        request.returned_first = turn.next();
        taken = ids(ok(tasks().claim(request))) == Ids{"fresh"};
    }
    EXPECT_TRUE(taken);
}

TEST_P(TaskCases, BatchOffersAQuarterToReturnedTasks)
{
    ok(tasks().add(many(10, "crashed")));
    claim("dead", 10);
    pass(31 * second);
    ok(tasks().add(many(100)));
    const auto taken = ids(claim("w", 8));
    ASSERT_EQ(taken.size(), 8u);
    const auto returned =
        std::count_if(taken.begin(), taken.end(), [](const auto& id) { return id.starts_with("crashed"); });
    EXPECT_EQ(returned, 2);
    EXPECT_TRUE(taken[0].starts_with("t")) << "the answer is in the claim's order";
    EXPECT_EQ(taken[6], "crashed100000");
    EXPECT_EQ(taken[7], "crashed100001");
}

TEST_P(TaskCases, UnusedQuotaGoesToTheOthers)
{
    ok(tasks().add(many(8)));
    EXPECT_EQ(claim("w", 8).size(), 8u);
    pass(31 * second);
    add_task("fresh");
    EXPECT_EQ(claim("w", 8).size(), 8u);
}

TEST_P(TaskCases, EveryStrategyTakesWhatIsDueOnce)
{
    ok(tasks().add(many(10)));
    for (const auto strategy : s().capabilities().strategies) {
        SCOPED_TRACE(word(strategy));
        auto request = claim_request("w", 2);
        request.strategy = strategy;
        const auto taken = ok(tasks().claim(request));
        ASSERT_EQ(taken.size(), 2u);
        EXPECT_EQ(taken[0].owner, "w");
        EXPECT_EQ(taken[0].claims, 1);
        EXPECT_EQ(taken[0].token, FencingToken(1));
        EXPECT_LT(taken[0].id, taken[1].id);
        EXPECT_EQ(taken[0].locked_at, now());
    }
}

// One case for each strategy, so that an unsupported one is counted.
class StrategyCase
{
public:
    static void race(std::vector<std::unique_ptr<Session>> sessions, ClaimStrategy strategy, int count)
    {
        std::vector<std::vector<std::string>> taken(sessions.size());
        std::vector<std::string> failures(sessions.size());
        const auto work = [&](std::size_t me) {
            for (int i = 0, empty = 0; empty < 3; ++i) {
                ClaimRequest request{TaskKind::trusted("k"), Phase::trusted("new"), 3,
                                     OwnerId::trusted("w" + std::to_string(me)),
                                     ClaimId::trusted("c" + std::to_string(me) + "-" + std::to_string(i))};
                request.strategy = strategy;
                const auto rows = sessions[me]->tasks().claim(request);
                if (!rows) {
                    failures[me] = rows.failure().message;
                    return;
                }
                empty = rows->empty() ? empty + 1 : 0;
                for (const auto& r : *rows)
                    taken[me].push_back(r.id);
            }
        };
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < sessions.size(); ++i)
            threads.emplace_back(work, i);
        for (auto& t : threads)
            t.join();
        std::multiset<std::string> all;
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            EXPECT_EQ(failures[i], "");
            all.insert(taken[i].begin(), taken[i].end());
        }
        EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size()) << "a task was claimed twice";
    }
};

#define LOCKDESK_STRATEGY_CASE(title, strategy)                                                                             \
    TEST_P(TaskCases, title)                                                                                                \
    {                                                                                                                       \
        const auto& able = s().capabilities().strategies;                                                                   \
        LOCKDESK_NEEDS(std::find(able.begin(), able.end(), strategy) != able.end(), word(strategy));                        \
        ok(tasks().add(many(150)));                                                                                         \
        std::vector<std::unique_ptr<Session>> sessions;                                                                     \
        for (int i = 0; i < 4; ++i)                                                                                         \
            sessions.push_back(another());                                                                                  \
        StrategyCase::race(std::move(sessions), strategy, 150);                                                             \
    }

LOCKDESK_STRATEGY_CASE(RacingClaimsNeverTakeATaskTwiceAtomic, ClaimStrategy::atomic)
LOCKDESK_STRATEGY_CASE(RacingClaimsNeverTakeATaskTwicePlain, ClaimStrategy::plain)
LOCKDESK_STRATEGY_CASE(RacingClaimsNeverTakeATaskTwiceSkipLocked2, ClaimStrategy::skip_locked_2)
LOCKDESK_STRATEGY_CASE(RacingClaimsNeverTakeATaskTwiceVersion, ClaimStrategy::version)

TEST_P(TaskCases, UnknownStrategyIsUnsupported)
{
    const auto& able = s().capabilities().strategies;
    for (const auto strategy : {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2,
                                ClaimStrategy::version, ClaimStrategy::none}) {
        auto request = claim_request("w");
        request.strategy = strategy;
        const auto answer = tasks().claim(request);
        if (std::find(able.begin(), able.end(), strategy) != able.end())
            EXPECT_TRUE(answer) << word(strategy);
        else
            EXPECT_EQ(failed(answer), FailureKind::unsupported) << word(strategy);
    }
}

} // namespace lockdesk::contract
