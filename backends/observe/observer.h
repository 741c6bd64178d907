// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/observe/findings.h"
#include "backends/observe/update.h"

#include <functional>
#include <memory>

namespace lockdesk {

struct ObserverOptions
{
    SessionOptions session; ///< read_only and application_name are set by the observer
    Duration interval = std::chrono::seconds{1};
    Duration reconcile =
        std::chrono::seconds{5}; ///< full look, so that rows without change stamps appear; stretched like the interval
    double budget = 0.02;        ///< share of the store's time
    std::size_t limit = 100'000; ///< live rows of an entity
    /// At the start so many rows of an entity are told, as `partial`, before all of them are read. Of a store that has no more,
    /// the snapshot comes at once. 0: only the snapshot.
    std::size_t first_rows = 0;
    Entities entities = Entities::all();
    FindingLimits findings;
    bool hints = true;
    std::vector<std::string> sources{}; ///< beside the session's own: `named`, `skip-locked`, records of other libraries
};

/// Watches one store without disturbing it: own read-only session, one statement at a time, nothing held between polls.
///
/// The handler is called from the observer's threads, one call at a time, with immutable updates. The next poll starts only
/// after the consumer has acknowledged the last one. A store that hangs or dies makes the health stale within two intervals and
/// keeps what was seen last. `stop` returns within two seconds, whatever the store does; the handler is not called after it.
/// Thread-safe. The destructor stops.
class Observer
{
public:
    using Handler = std::function<void(UpdatePtr)>;
    Observer(std::shared_ptr<Store> store, ObserverOptions options, Handler handler);
    ~Observer();
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;

    void start();
    void stop();
    /// Update `number`, and all before it, was applied.
    void acknowledge(std::uint64_t number);
    /// Entities that are looked at from now on. Those left out keep their last rows and are not polled.
    void set_entities(Entities entities);
    void set_interval(Duration interval);
    /// Ends a wait for the next try or the next poll.
    void try_now();

private:
    class Core;
    std::shared_ptr<Core> m_core;
};

} // namespace lockdesk
