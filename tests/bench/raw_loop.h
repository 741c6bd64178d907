// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store_url.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lockdesk::bench {

enum class Operation { pair, claim1, claim100, cycle1, cycle100, enqueue, changes };

/// What both sides work on. The engine side makes the schema and the tasks; the raw side finds them there.
inline constexpr const char* bench_kind = "bench";
inline constexpr const char* bench_phase = "run";
inline constexpr std::int64_t bench_lock_timeout_us = 1; ///< so that claimed tasks are due again at once: no end of supply

/// The minimal loop of one worker: the store's own client library and the same statements as the backend sends, nothing
/// else. Statements are prepared and the connection is open before the first `step`. Throws on any error.
class RawLoop
{
public:
    virtual ~RawLoop() = default;
    /// One unit of work and how many operations it counts for: `pair` one acquire and one release of the worker's own
    /// lock (1); `claim1`, `claim100` one claim (tasks claimed); `cycle1`, `cycle100` a claim of 1 or 100 and the advance
    /// of all of them into the same phase (tasks advanced); `enqueue` one outbox message in its own transaction (1);
    /// `changes` one poll after the cursor of the poll before (1).
    virtual std::int64_t step(Operation operation) = 0;
};

/// One for each store; a null pointer when the store is not built in. `worker` numbers the loops of one measurement.
std::unique_ptr<RawLoop> make_raw_sqlite(const StoreUrl& url, int worker);
std::unique_ptr<RawLoop> make_raw_postgres(const StoreUrl& url, int worker);
std::unique_ptr<RawLoop> make_raw_redis(const StoreUrl& url, int worker);

} // namespace lockdesk::bench
