// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/observe/findings.h"
#include "backends/observe/update.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

struct ObserverOptions
{
    SessionOptions session; ///< read_only and application_name are set by the observer
    Duration interval = std::chrono::seconds{1};
    Duration reconcile =
        std::chrono::seconds{5}; ///< between full polls, which find rows without change stamps; stretched like the interval
    double budget = 0.02;        ///< polling's share of the store's time, 0..1
    std::size_t limit = 100'000; ///< live rows per entity
    std::size_t found_limit = 20'000; ///< rows that a search adds to them
    /// At the start, publishes up to this many rows per entity as `partial` before reading them all. A store with no more
    /// rows gets its snapshot at once. 0: snapshot only.
    std::size_t first_rows = 0;
    Entities entities = Entities::all();
    FindingLimits findings;
    bool hints = true;
    /// After a refused login waits for `try_now` or `set_store`: further tries with the same password could lock the account.
    bool wait_after_refusal = false;
    std::vector<std::string> sources{}; ///< beyond the session's own: `named`, `skip-locked`, records of other libraries
};

/// Observes one store without disturbing it: own read-only session, one statement at a time, nothing held between polls.
///
/// The handler is called from the observer's threads, one call at a time, with immutable updates. The next poll starts only
/// has acknowledged the last one. A store that hangs or dies makes the health stale within two intervals; its last rows
/// stay. `stop` returns within two seconds, whatever the store does; the handler is not called after it.
/// Thread-safe. The destructor calls `stop`.
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
    /// Reports that the consumer has applied update `number` and all before it.
    void acknowledge(std::uint64_t number);
    /// Sets the entities to poll from now on. The others keep their last rows.
    void set_entities(Entities entities);
    /// Polls now, and reports every live row with that poll as if it had changed: for a consumer that came later.
    void repeat_rows();
    void set_interval(Duration interval);
    void set_limits(const FindingLimits& limits);
    /// Of an entity with more rows than are held live, also reads those that match `filter`, at most `found_limit`, and keeps
    /// them up to date. An empty filter ends the search. Does nothing where all rows are live. The next poll follows at once.
    /// With an order: the rows of a window of it, `found_limit` rows after `after`, and their order, in `Found::keys`.
    /// Each `who` has one search of an entity.
    void set_search(SearchOf of, Search search);
    void set_search(SearchOf of, Filter filter) { set_search(of, Search{std::move(filter), {}, {}}); }
    /// Reads these records of the store as well, a few with each poll and each about every ten seconds, where the source has
    /// records. Replaces those that `who` watched before, such as one of two windows; empty: none.
    void watch_records(std::vector<std::string> ids, int who = 0);
    /// Ends a wait for the next connection attempt or poll.
    void try_now();
    /// From the next connection attempt on, which follows at once if none is open: the same store with another password.
    void set_store(std::shared_ptr<Store> store);

private:
    class Core;
    std::shared_ptr<Core> m_core;
};

} // namespace lockdesk
