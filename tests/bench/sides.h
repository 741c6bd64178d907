// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/pool.h"
#include "tests/bench/raw_loop.h"

namespace lockdesk::bench {

enum class Operation { pair, claim1, claim100, cycle1, cycle100, update1, enqueue, changes };
const std::vector<Operation>& all_operations();
const char* word(Operation);
/// True if it uses up the pool's tasks.
bool claims(Operation);

/// One worker's implementation of the operations.
class Side
{
public:
    virtual ~Side() = default;
    /// Returns the number of items done; 0 from an operation that uses up tasks means that the pool is empty.
    virtual std::int64_t once(Operation operation, const Work& work) = 0;
    /// True if `once` needs an id for this operation.
    [[nodiscard]] virtual bool by_id(Operation) const { return false; }
};
using Sides = std::vector<std::unique_ptr<Side>>;

std::unique_ptr<Side> make_engine_side(std::unique_ptr<Session> session, int worker);
/// Only pairs, of the smallest lock that excludes others.
std::unique_ptr<Side> make_smallest_side(std::unique_ptr<RawLoop> loop, int worker);
std::unique_ptr<Side> make_raw_side(std::unique_ptr<RawLoop> loop, int worker);

} // namespace lockdesk::bench
