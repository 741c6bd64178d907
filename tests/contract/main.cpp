// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>

namespace lockdesk::contract {

#define LOCKDESK_CONTRACT(cases)                                                                                            \
    INSTANTIATE_TEST_SUITE_P(Contract, cases, testing::Values(store_under_test()),                                          \
                             [](const auto& of) { return of.param.name; })

LOCKDESK_CONTRACT(LockCases);
LOCKDESK_CONTRACT(ForceCases);
LOCKDESK_CONTRACT(NameCases);
LOCKDESK_CONTRACT(FenceCases);
LOCKDESK_CONTRACT(LeadCases);
LOCKDESK_CONTRACT(TaskCases);
LOCKDESK_CONTRACT(StepCases);
LOCKDESK_CONTRACT(OutboxCases);
LOCKDESK_CONTRACT(RecordCases);
LOCKDESK_CONTRACT(DrawCases);
LOCKDESK_CONTRACT(WorkerCases);
LOCKDESK_CONTRACT(ChangeCases);
LOCKDESK_CONTRACT(AdminCases);
LOCKDESK_CONTRACT(SessionCases);
LOCKDESK_CONTRACT(StatementCases);

} // namespace lockdesk::contract

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    const int status = RUN_ALL_TESTS();
    lockdesk::contract::drop_spare_sandbox();
    const auto& unit = *testing::UnitTest::GetInstance();
    // scripts/count-cases sums these up. A shard runs part of the cases; the total is printed with it.
    const auto word = [](const char* name, const char* otherwise) {
        const char* given = std::getenv(name);
        return std::string(given != nullptr ? given : otherwise);
    };
    std::cout << "contract[" << lockdesk::contract::store_under_test().name << "]: " << unit.test_to_run_count()
              << " cases, " << unit.skipped_test_count() << " not applicable, of " << unit.total_test_count() << ", shard "
              << word("GTEST_SHARD_INDEX", "0") << " of " << word("GTEST_TOTAL_SHARDS", "1") << std::endl;
    if (unit.test_to_run_count() == 0 && !testing::GTEST_FLAG(list_tests)) {
        std::cerr << "No case was run." << std::endl;
        return 1;
    }
    return status;
}
