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
    Duration total = std::chrono::seconds{8}; ///< of both sides and all rounds
    int rounds = 4;                           ///< each is A B B A, or B A A B
};

struct Measurement
{
    double a_ops_s = 0;                             ///< median over rounds; claims and cycles count tasks
    double b_ops_s = 0;                             ///< 0: no B
    double ratio = 0, ratio_min = 0, ratio_max = 0; ///< A's rate divided by B's
    std::int64_t p50_us = 0, p99_us = 0;            ///< of one of A's calls (for cycles: claim and advance together)
    int rounds = 0;
};

/// One of the two sides compared: its workers, and the setup and teardown of each turn.
struct Contestant
{
    Sides sides;
    std::function<void()> before, after;
};

/// Runs both in turn, all workers of a side at once, so that machine drift affects both alike. Failures are thrown: no
/// number is better than a wrong one.
Measurement compare(Contestant& a, Contestant& b, Pool& pool, const Plan& plan);

} // namespace lockdesk::bench
