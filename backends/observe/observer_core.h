// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"
#include "backends/engine/runners/bounded_thread.h"
#include "backends/engine/runners/hint_pump.h"
#include "backends/observe/observer.h"
#include "backends/observe/reader.h"
#include "backends/observe/search_line.h"
#include "backends/observe/tracker.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

namespace lockdesk {

/// Measures how much of the store's time polling takes, and schedules the next poll. One thread.
class PollBudget
{
public:
    PollBudget(double budget, Duration reconcile) : m_budget(budget), m_reconcile(reconcile) {}
    /// Counts reads at their own pace: part of the share, and their part of the budget is not available to polls.
    void spent_beside(SteadyPoint at, Duration busy, double share);
    /// `hung`: the store stood still meanwhile, which is not work caused by the poll. `first`: read once, so not counted in
    /// the share. `changed`: number of rows that a poll for changes has read; such a poll that takes long has waited for a
    /// processor, and delays the next one only as far as its rows explain.
    void spent(SteadyPoint at, Duration busy, bool full, bool hung, bool first = false, std::optional<std::int64_t> changed = {});
    /// Average cost of a full poll.
    [[nodiscard]] Duration full() const { return m_full; }
    /// Shortest time between a poll and one caused by a hint. Based on the usual cost of a poll: a single slow one (a busy
    /// processor) must not delay the next change.
    [[nodiscard]] Duration gap(Duration least) const;
    /// Time between full polls: longer when they are expensive.
    [[nodiscard]] Duration full_every() const;
    /// Share of the store's time over the last minute, 0..1.
    [[nodiscard]] double share(SteadyPoint now) const;

private:
    const double m_budget;
    const Duration m_reconcile;
    double m_beside = 0;
    [[nodiscard]] Duration usual() const; ///< median of the last few polls that were close together
    [[nodiscard]] Duration typical() const;
    [[nodiscard]] double own() const;
    void count(SteadyPoint at, Duration busy);

    std::deque<std::pair<SteadyPoint, Duration>> m_looks;  ///< the last few polls that were not full
    std::deque<std::pair<SteadyPoint, Duration>> m_minute; ///< those of the last minute
    Duration m_minute_busy{0};                             ///< their sum
    Duration m_full{0};
    SteadyPoint m_first{};
    std::deque<std::pair<SteadyPoint, Duration>> m_spent;
};

/// The observer's threads and their shared state. The threads keep it alive, so a hanging store never blocks `stop`.
class Observer::Core : public std::enable_shared_from_this<Core>
{
public:
    Core(std::shared_ptr<Store> store, ObserverOptions options, Handler handler);
    void start();
    void stop();
    void acknowledge(std::uint64_t number);
    void set_entities(Entities entities);
    void set_interval(Duration interval);
    void set_limits(const FindingLimits& limits);
    void set_search(SearchOf of, Search search);
    void watch_records(std::vector<std::string> ids, int who);
    void try_now();
    void repeat_rows();
    void set_store(std::shared_ptr<Store> store);

private:
    void poll_thread();
    void watch_thread();
    bool connect();
    void disconnect();
    SearchLine* open_search_line(SessionOptions options);
    void session_loop();
    bool look(bool full);
    void take(Reading&& reading, SteadyPoint began, bool hung);
    void take(const Durability& durability, TimePoint now);
    void take_first(Reading&& reading, SteadyPoint began);
    void answered(SteadyPoint began, SteadyPoint now);
    [[nodiscard]] std::shared_ptr<Update> new_update() const;
    void fail(const Failure& failure, bool login_refused = false);
    void take_limits();
    void wait_for_retry();
    void wait_for_next(SteadyPoint ended);
    void tick();
    [[nodiscard]] bool acknowledged();
    [[nodiscard]] Duration interval();
    void publish(const std::shared_ptr<Update>& update);
    void tell_silence(Update& update);
    void take_store();
    void begin_call(Duration patience);
    /// Returns whether the call was reported as hanging.
    bool end_call();
    void wake();

    const ObserverOptions m_options;
    const Handler m_handler;
    SystemRuntime m_runtime;
    Bell m_bell;
    std::stop_source m_stop;
    BoundedThread m_poller, m_watcher;

    // Shared, under m_mutex.
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_started = false;
    Session* m_session_in_use = nullptr;
    bool m_in_call = false, m_call_reported = false;
    SteadyPoint m_call_began{}, m_call_patience{};
    Entities m_wanted;
    Searches m_searches;
    std::unique_ptr<SearchLine> m_line; ///< null: not connected
    std::map<int, std::vector<std::string>> m_watched_by;
    std::vector<std::string> m_records; ///< of all of them
    Duration m_interval{0};
    std::optional<FindingLimits> m_new_limits;
    std::shared_ptr<Store> m_new_store;
    std::uint64_t m_acknowledged = 0, m_polled = 0;
    Health m_health;
    SteadyPoint m_last_answer{};
    TimePoint m_last_answer_wall{};

    // Under m_publish.
    std::recursive_mutex m_publish;
    std::uint64_t m_number = 0;
    bool m_silent = false;
    FindingsPtr m_found; ///< as last published, without those about silence
    ClockState m_reported_clock;
    bool m_silence_reported = false;

    std::atomic<bool> m_hinted{false}, m_hurry{false}, m_repeat{false};

    // Of the poll thread.
    std::shared_ptr<Store> m_store;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MoreSources> m_more;
    std::unique_ptr<Reader> m_reader;
    std::unique_ptr<HintPump> m_pump;
    std::shared_ptr<const Capabilities> m_capabilities;
    Tracker m_tracker;
    PollBudget m_budget;
    ClockState m_clock;
    PollCost m_cost;
    Entities m_seen;
    bool m_reported_snapshot = false;
    bool m_settling = false; ///< the next poll shows whether there is a further finding
    SteadyPoint m_full_at{}, m_ticked{};
    Duration m_backoff{0};
    SteadyPoint m_next_try{};
    bool m_refused = false; ///< waits for try_now
    std::uint64_t m_refusals = 0;
};

} // namespace lockdesk
