// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/observer.h"
#include "tests/bench/rounds.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <condition_variable>
#include <thread>

namespace lockdesk::bench {

SessionOptions bench_options();

/// Fills both sides for the bar of change hints. Returns how hints are off on the other side:
///   notify: the engine without its sender (PostgreSQL);
///   publish: the raw loop with the scripts' PUBLISH and without (Redis);
///   listener: the writer never sends hints; the sides differ only in having a listener.
std::string hints_sides(const std::shared_ptr<Store>& store, int workers, Sides& on, Sides& off);

/// A listener to all changes.
class Listening
{
public:
    explicit Listening(std::shared_ptr<Store> store) : m_store(std::move(store)) {}
    ~Listening() { stop(); }
    void start();
    void stop();
    [[nodiscard]] std::int64_t hints() const { return m_hints; }

private:
    std::shared_ptr<Store> m_store;
    std::unique_ptr<HintListener> m_listener;
    std::jthread m_thread;
    std::atomic<std::int64_t> m_hints = 0;
};

/// Adds tasks that are never claimed until there are `tasks` in total. Returns their number.
std::int64_t fill(Session& session, std::int64_t tasks);

/// The console's observer with the console's options; acknowledges its updates at once.
class Console
{
public:
    explicit Console(std::shared_ptr<Store> store) : m_store(std::move(store)) {}
    ~Console() { detach(); }
    /// Returns once everything was read.
    void attach();
    void detach();
    /// Over all attachments: number of polls, rows of the last poll, its time in ms, the largest share of the store's time.
    [[nodiscard]] nlohmann::json report() const;

private:
    void receive(const UpdatePtr& update);

    std::shared_ptr<Store> m_store;
    std::unique_ptr<Observer> m_observer;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_complete = false;
    std::string m_trouble;
    std::int64_t m_looks = 0, m_rows_seen = 0;
    PollCost m_last;
    double m_share = 0;
    Duration m_first_look{0};
};

} // namespace lockdesk::bench
