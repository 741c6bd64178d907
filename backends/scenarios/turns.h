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

/// Runs the threads of engine objects one at a time, on the clock of a lesson, in an order that follows from what they wait for:
/// so that the engine's own classes, unchanged, do the same in every run. Their threads belong to it when whoever makes them does
/// (`Making`, for the first). They go on only inside `go_on`.
class Turns final : public Runtime, public ThreadWatch
{
public:
    /// `process`: the number that owners get.
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

    /// While it lives, threads that the caller makes belong to them, and to this group; so do all threads that those make.
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

    /// Sets the clock (time since the lesson's start; never back) and lets one after the other go on until all of them wait.
    void go_on(Duration since_start);
    /// The group of the thread that asks; none: it is none of them.
    std::optional<std::int64_t> group();
    /// When the first of them goes on by itself; none: none does.
    std::optional<Duration> next();
    /// No more turns and no more clock: every wait ends, so that what was told to stop comes to its end.
    void let_go();

private:
    struct Thread;
    Thread* find(std::thread::id id);
    Thread* choose();
    [[nodiscard]] bool is_settled();
    [[nodiscard]] std::optional<SteadyPoint> wakes_at(const Thread& thread) const;
    [[nodiscard]] SteadyPoint steady_now() const;
    void await_turn(std::unique_lock<std::mutex>& lock, const Thread& self);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::unique_ptr<Thread>> m_threads;
    Thread* m_running = nullptr;
    int m_made = 0;  ///< not begun yet
    std::int64_t m_outside_makes = 0, m_making = 0; ///< groups: of whoever makes threads from outside, and of the one not begun yet
    int m_count = 0; ///< so many have begun
    bool m_let_go = false;
    Duration m_now{0};
    std::mt19937_64 m_generator;
    std::int64_t m_process;
};

} // namespace lockdesk::scenarios
