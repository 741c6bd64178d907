// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/support/race.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>

namespace lockdesk::test {

/// Many processes acquire a lock that nobody had before: one gets it, the others are refused. `try_open` opens a session.
template <class TryOpen> void expect_one_first_acquirer(const TryOpen& try_open)
{
    using namespace std::chrono_literals;
    for (int round = 0; round < 50; ++round) {
        const auto name = "new-" + std::to_string(round);
        const auto exits = race([&](int i) {
            SessionOptions options;
            options.timeout = 20s;
            auto session = try_open(options);
            if (!session)
                return 5;
            const auto got = (*session)->locks().acquire(
                {LockName::trusted(name), OwnerId::trusted("p" + std::to_string(i)), 60s, RequestId::trusted("r")});
            if (!got)
                return 5;
            return got->result == AcquireResult::acquired ? 0 : 3;
        });
        ASSERT_EQ(exits, (std::map<int, int>{{0, 1}, {3, racers - 1}})) << "round " << round;
    }
}

} // namespace lockdesk::test
