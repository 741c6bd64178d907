// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/simulator.h"

#include <gtest/gtest.h>

namespace lockdesk::simulator {

TEST(Simulator, EveryPromiseIsKept)
{
    const auto tally = run_schedules(1, 2000, {}, 2);
    EXPECT_EQ(tally.schedules, 2000);
    if (tally.first_violation)
        FAIL() << "seed " << tally.first_violation->seed << ": " << tally.first_violation->violation;
    // All possible faults occurred.
    const Counts& c = tally.counts;
    for (const auto n : {c.writes, c.refused, c.crashes, c.freezes, c.lost_replies, c.cut, c.late_calls, c.jumps})
        EXPECT_GT(n, 500);
}

TEST(Simulator, WithoutTheFenceItIsCaught)
{
    Plan plan;
    plan.fenced = false;
    const auto tally = run_schedules(1, 2000, plan);
    ASSERT_TRUE(tally.first_violation);
    EXPECT_TRUE(tally.first_violation->violation.starts_with("no write after one with a larger token"))
        << tally.first_violation->violation;
}

TEST(Simulator, ASeedReplaysStepByStep)
{
    Plan plan;
    plan.fenced = false;
    const auto found = run_schedules(1, 2000, plan);
    ASSERT_TRUE(found.first_violation);
    plan.verbose = true;
    const auto once = run_schedule(found.first_violation->seed, plan);
    const auto again = run_schedule(found.first_violation->seed, plan);
    EXPECT_EQ(once.violation, found.first_violation->violation);
    EXPECT_EQ(once.journal, again.journal);
    ASSERT_FALSE(once.journal.empty());
    EXPECT_NE(once.journal.back().find("BROKEN"), std::string::npos);
}

class Planted : public testing::TestWithParam<std::string>
{
};

TEST_P(Planted, IsCaught)
{
    Plan plan;
    plan.mutant = GetParam();
    const auto tally = run_schedules(1, 4000, plan);
    ASSERT_TRUE(tally.first_violation) << "not within 4,000 schedules";
    RecordProperty("schedules", static_cast<int>(tally.schedules));
}

INSTANTIATE_TEST_SUITE_P(Mutant, Planted, testing::ValuesIn(mutant_names().begin(), mutant_names().end()),
                         [](const auto& mutant) { return mutant.param; });

} // namespace lockdesk::simulator
