// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/engine_simulator.h"
#include "tests/support/sizes.h"

#include <gtest/gtest.h>

namespace lockdesk::simulator {

TEST(EngineSimulator, EveryPromiseIsKept)
{
    const auto schedules = test::size_of("simulator.engine");
    const auto tally = run_engine_schedules(1, schedules, {});
    if (tally.first_violation)
        FAIL() << "seed " << tally.first_violation->seed << ": " << tally.first_violation->violation;
    EXPECT_EQ(tally.schedules, schedules);
    // Everything was used, and all possible faults occurred.
    const EngineCounts& c = tally.counts;
    for (const auto n : {c.grants, c.terms, c.guard_runs, c.trusted, c.overlaps_checked, c.tasks_done, c.deliveries, c.again,
                         c.refused, c.crashes, c.freezes, c.lost_replies, c.cut, c.late_calls, c.partitions, c.clock_jumps})
        EXPECT_GT(n, 5);
}

TEST(EngineSimulator, WithoutTheFenceItIsCaught)
{
    EnginePlan plan;
    plan.fenced = false;
    const auto tally = run_engine_schedules(1, 200, plan);
    ASSERT_TRUE(tally.first_violation);
    EXPECT_TRUE(tally.first_violation->violation.starts_with("no write after one with a larger token"))
        << tally.first_violation->violation;
}

TEST(EngineSimulator, ASeedReplaysStepByStep)
{
    EnginePlan plan;
    plan.verbose = true;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto once = run_engine_schedule(seed, plan);
        const auto again = run_engine_schedule(seed, plan);
        ASSERT_FALSE(once.journal.empty());
        EXPECT_EQ(once.journal, again.journal) << seed;
    }
}

class EngineMutant : public testing::TestWithParam<std::string>
{
};

TEST_P(EngineMutant, IsCaught)
{
    EnginePlan plan;
    plan.mutant = GetParam();
    const auto tally = run_engine_schedules(1, 300, plan);
    ASSERT_TRUE(tally.first_violation) << "not within 300 schedules";
    RecordProperty("schedules", static_cast<int>(tally.schedules));
}

INSTANTIATE_TEST_SUITE_P(Planted, EngineMutant,
                         testing::ValuesIn(engine_mutant_names().begin(), engine_mutant_names().end()),
                         [](const auto& mutant) { return mutant.param; });

} // namespace lockdesk::simulator
