// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/sides.h"

#include <functional>

namespace lockdesk::bench {

struct Plan
{
    Operation operation = Operation::pair;
    int workers = 1;
    Duration total = std::chrono::seconds{8}; ///< both sides and all rounds
    int rounds = 4;                           ///< each is A B B A, or B A A B
};

struct Measurement
{
    double a_ops_s = 0;                             ///< median over rounds; claims and cycles count tasks
    double b_ops_s = 0;                             ///< 0: there is no B
    double ratio = 0, ratio_min = 0, ratio_max = 0; ///< A's rate of B's
    std::int64_t p50_us = 0, p99_us = 0;            ///< of one call of A's (for cycles: claim and advance together)
    int rounds = 0;
};

/// One of the two that are compared: workers, and what is set up before and taken down after each of their turns.
struct Contestant
{
    Sides sides;
    std::function<void()> before, after;
};

/// Both in turn, all workers of one at once, so that drift of the machine hits both alike. Failures are thrown: no number is
/// better than a wrong one.
Measurement compare(Contestant& a, Contestant& b, Pool& pool, const Plan& plan);

} // namespace lockdesk::bench
