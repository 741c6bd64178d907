// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Runs the suite on the memory store with one planted mutant at a time.
#include "tests/contract/mutants.h"
#include "tests/support/child_process.h"

#include <gtest/gtest.h>

namespace lockdesk::contract {

namespace {

// Runs the whole suite, even if this program is a shard: the child would take only its own part of the cases.
test::ProgramResult run_suite(std::vector<std::string> environment, const std::string& filter = "*")
{
    // One failed case suffices: later ones would often wait in vain.
    test::ChildOptions options;
    environment.insert(environment.end(), {"GTEST_TOTAL_SHARDS=1", "GTEST_SHARD_INDEX=0"});
    options.environment = std::move(environment);
    return test::run_program({CONTRACT_PROGRAM, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + filter}, {},
                             std::chrono::seconds{120}, options);
}

// Few cases take most of the suite's time and catch few mutants: they run last.
test::ProgramResult run_suite_until_caught(const std::string& mutant)
{
    const std::string slow = "*.ListsInEveryOrderPageByPage/*:*.EvidenceIsCutToWhatFits/*:*.LeaseDoesNotExpireWhileTheClockIsPaused/*";
    auto result = run_suite({"LOCKDESK_MUTANT=" + mutant}, "-" + slow);
    return result.status == 0 ? run_suite({"LOCKDESK_MUTANT=" + mutant}, slow) : result;
}

} // namespace

TEST(Mutants, WithoutAMutantTheSuitePasses)
{
    const auto result = run_suite({});
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("contract[memory]: "), std::string::npos);
    EXPECT_NE(result.out.find("shard 0 of 1"), std::string::npos) << result.out;
}

TEST(Mutants, UnknownMutantIsAMistake) { EXPECT_NE(run_suite({"LOCKDESK_MUTANT=none such"}).status, 0); }

class Mutant : public testing::TestWithParam<std::string>
{
};

TEST_P(Mutant, IsCaught)
{
    const auto result = run_suite_until_caught(GetParam());
    EXPECT_EQ(result.status, 1) << "status 1: cases failed; anything else is a crash\n" << result.out << result.err;
    EXPECT_NE(result.out.find("[  FAILED  ]"), std::string::npos) << result.out;
}

INSTANTIATE_TEST_SUITE_P(Planted, Mutant, testing::ValuesIn(mutant_names().begin(), mutant_names().end()),
                         [](const auto& mutant) { return mutant.param; });

class LeadMutant : public testing::TestWithParam<std::string>
{
};

// Caught by the cases of Lead alone, without those of the verbs.
TEST_P(LeadMutant, IsCaughtByTheCasesOfLeadAlone)
{
    const auto result = run_suite({"LOCKDESK_MUTANT=" + GetParam()}, "*/LeadCases.*");
    EXPECT_EQ(result.status, 1) << "status 1: cases failed; anything else is a crash\n" << result.out << result.err;
    EXPECT_NE(result.out.find("[  FAILED  ] Contract/LeadCases."), std::string::npos) << result.out;
}

INSTANTIATE_TEST_SUITE_P(Planted, LeadMutant, testing::ValuesIn(lead_mutant_names().begin(), lead_mutant_names().end()),
                         [](const auto& mutant) { return mutant.param; });

} // namespace lockdesk::contract
