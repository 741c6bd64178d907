// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"

#include <string>
#include <vector>

namespace lockdesk::bench {

enum class Operation { pair, claim1, claim100, cycle1, cycle100, enqueue, changes };
const std::vector<Operation>& all_operations();
const char* word(Operation);

struct Plan
{
    Operation operation = Operation::pair;
    int workers = 1;
    Duration total = std::chrono::seconds{8}; ///< both sides and all rounds
    int rounds = 4;                           ///< each is engine, raw, raw, engine (or the other way round)
};

struct Measurement
{
    double engine_ops_s = 0; ///< median over rounds; claims and cycles count tasks
    double raw_ops_s = 0;    ///< 0: no raw loop for this store
    double ratio = 0, ratio_min = 0, ratio_max = 0;
    std::int64_t p50_us = 0, p99_us = 0; ///< of one engine call (for cycles: claim and advance together)
    int rounds = 0;
};

/// Runs the plan. Throws std::runtime_error with the failure's message when a call fails: no number is better than a wrong one.
Measurement measure(Store& store, const Plan& plan);

} // namespace lockdesk::bench
