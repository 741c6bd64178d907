// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/store.h"

#include <QStringList>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace lockdesk::app {

/// Gives the demo's workers locks and messages beside their tasks: on a thread of its own it takes, renews and releases locks
/// in the name of each worker process for as long as that process runs. A crashed one renews nothing any more; a frozen one
/// wakes with an old token and is refused.
class DemoDriver final
{
public:
    struct Actor
    {
        std::string owner;   ///< the worker's id in the store
        bool alive = false;  ///< runs
        bool frozen = false; ///< stands still and does not know it
    };

    explicit DemoDriver(std::unique_ptr<Session> session);
    ~DemoDriver();
    DemoDriver(const DemoDriver&) = delete;
    DemoDriver& operator=(const DemoDriver&) = delete;

    void setActors(std::vector<Actor> actors);

    /// Tasks and rules for the workers. Answers what is wrong, or nothing.
    static QString seed(Session& session, const std::string& kind, const QStringList& phases);

private:
    /// How one lock is used, again and again.
    struct Plan
    {
        const char* name;
        int leaseMs;
        int holdMs;    ///< how long an owner keeps it
        int restMs;    ///< before the next one takes it
        bool renewed;  ///< by a watchdog every third
        int atLeastMs; ///< cooling after it
        int waiters;   ///< how many others wait for it
    };
    struct Held
    {
        std::string owner;
        FencingToken token;
        std::chrono::steady_clock::time_point since, renewedAt;
    };
    struct State
    {
        std::optional<Held> held;
        std::vector<Held> late; ///< of frozen owners, who still believe in them
        std::chrono::steady_clock::time_point next{};
        std::chrono::steady_clock::time_point announcedAt{};
        std::size_t turn = 0;
    };

    void run();
    void step();
    void stepLock(const Plan& plan, State& state, const std::vector<Actor>& actors);
    void take(const Plan& plan, State& state, const std::vector<Actor>& actors);
    void keep(const Plan& plan, State& state, const Actor& actor);
    void announce(const Plan& plan, State& state, const std::vector<Actor>& actors);
    void wakeLate(const Plan& plan, State& state, const std::vector<Actor>& actors);
    void writeLate(const Plan& plan, const Held& held);
    void stepOutbox(const std::vector<Actor>& actors);
    [[nodiscard]] int jitter(int ms);

    static const std::vector<Plan>& plans();

    std::unique_ptr<Session> m_session;
    std::map<std::string, State> m_states;
    std::mt19937 m_random;
    std::chrono::steady_clock::time_point m_nextMessage{};
    std::uint64_t m_requests = 0;
    std::string m_run; ///< makes ids of this run differ from those of another
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::vector<Actor> m_actors;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace lockdesk::app
