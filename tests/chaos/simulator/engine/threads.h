// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "tests/chaos/simulator/basics.h"

#include <functional>
#include <memory>
#include <pthread.h>
#include <semaphore>
#include <string>
#include <vector>

namespace lockdesk::simulator {

/// Runs real threads one at a time, in an order that follows from the seed, on a clock that only advances while all of
/// them wait.
///
/// Threads started by one of its threads belong to it. Wherever such a thread waits (a condition variable, the end of a
/// thread, a sleep of this class), another one may run. `pthread_create`, `pthread_join`, `pthread_cond_*` and
/// `clock_gettime` are replaced in the program that is linked with this (see threads.cpp), so the code under test needs
/// no change: its steady clock is this clock. Other threads of the program are not affected.
class Threads
{
public:
    explicit Threads(Random& random);
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    /// Runs `body` as the first thread. All others must have ended when it returns.
    void run(const std::function<void()>& body);
    /// Returns the owner of the calling thread; null: none.
    static Threads* current();

    /// Nanoseconds since the epoch of the steady clock.
    [[nodiscard]] std::int64_t now_ns() const { return m_now; }
    [[nodiscard]] SteadyPoint now() const { return SteadyPoint{std::chrono::nanoseconds{m_now}}; }
    /// Returns false if `ready` became true before the time had passed.
    bool sleep(Duration d, const std::function<bool()>& ready = {});

    /// Threads belong to groups, as to processes; a new thread to the group of its creator.
    int new_group();
    /// During its lifetime threads created here belong to that group.
    class InGroup
    {
    public:
        explicit InGroup(int group);
        ~InGroup();
        InGroup(const InGroup&) = delete;
        InGroup& operator=(const InGroup&) = delete;

    private:
        int m_before;
    };
    /// Keeps threads of the group from running before that time.
    void freeze(int group, std::int64_t until_ns) { m_frozen_until[static_cast<std::size_t>(group)] = until_ns; }

    /// The value of std::random_device, so that what seeds itself is reproducible too.
    unsigned random() { return static_cast<unsigned>(m_random.next()); }

    // Called by the replaced functions.
    struct Thread;
    int create(pthread_t* out, const pthread_attr_t* attributes, void* (*body)(void*), void* argument);
    int join(pthread_t which, void** result);
    int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, std::int64_t until_ns);
    void wake(pthread_cond_t* condition, bool all);

private:
    static void* begin(void* thread);
    void block(std::int64_t until_ns, const std::function<bool()>& ready);
    Thread& choose();
    [[nodiscard]] std::int64_t wakes_at(const Thread& thread) const;

    Random& m_random;
    std::int64_t m_now = 3'600'000'000'000'000; // not near 0, as subtracting a lease must not give a negative time
    std::vector<std::unique_ptr<Thread>> m_threads;
    std::vector<std::int64_t> m_frozen_until{0};
};

} // namespace lockdesk::simulator
