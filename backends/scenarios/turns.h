// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/thread_watch.h"

#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace lockdesk::scenarios {

/// Runs the threads of engine objects one at a time, on the clock of a lesson, in an order determined by their waits: so
/// that the engine's own classes, unchanged, behave the same in every run. It controls the threads created by its threads
/// (`Making`, for the first). They run only inside `go_on`.
class Turns final : public Runtime, public ThreadWatch
{
public:
    /// `process`: process id for owners.
    Turns(std::uint64_t seed, std::int64_t process);
    ~Turns() override;

    SteadyPoint now() override;
    TimePoint wall() override;
    std::uint64_t random() override;
    std::int64_t process() override { return m_process; }
    Woken wait(Bell& bell, const std::stop_token& stop, SteadyPoint until) override;

    void making() override;
    void began() override;
    void ended() override;
    void joining(std::thread::id thread) override;
    void joined() override;

    /// While it lives, threads that the caller creates belong to this group, as do all threads that they create.
    class Making
    {
    public:
        explicit Making(Turns& turns, std::int64_t group = 0) : m_before(std::exchange(ThreadWatch::current(), &turns))
        {
            turns.m_outside_makes = group;
        }
        ~Making() { ThreadWatch::current() = m_before; }
        Making(const Making&) = delete;
        Making& operator=(const Making&) = delete;

    private:
        ThreadWatch* m_before;
    };

    /// Sets the clock (time since the lesson's start; never back) and runs one thread after the other until all wait.
    void go_on(Duration since_start);
    /// Returns the group of the calling thread; nullopt: it is none of the controlled threads.
    std::optional<std::int64_t> group();
    /// Returns when the first of them wakes by itself; nullopt: none does.
    std::optional<Duration> next();
    /// Ends turns and clock: threads run freely, and a wait ends on its stop request or bell, so that stopped threads
    /// finish.
    void let_go();

private:
    struct Thread;
    Thread* find(std::thread::id id);
    Thread* choose();
    [[nodiscard]] bool is_settled();
    [[nodiscard]] std::optional<SteadyPoint> wakes_at(const Thread& thread) const;
    [[nodiscard]] SteadyPoint steady_now() const;
    void await_turn(std::unique_lock<std::mutex>& lock, Thread& self);

    std::mutex m_mutex;
    std::condition_variable m_changed; ///< anything but whose turn it is
    std::vector<std::unique_ptr<Thread>> m_threads;
    Thread* m_running = nullptr;
    int m_made = 0;  ///< created threads that have not begun
    std::int64_t m_outside_makes = 0, m_making = 0; ///< groups of threads created from outside, of the one not begun
    int m_count = 0; ///< number of threads begun
    bool m_let_go = false;
    Duration m_now{0};
    std::mt19937_64 m_generator;
    std::int64_t m_process;
};

} // namespace lockdesk::scenarios
