// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <condition_variable>
#include <mutex>
#include <random>
#include <stop_token>

namespace lockdesk {

/// An event to wait for. May ring on any thread; a ring is remembered until the next wait takes it.
class Bell
{
public:
    void ring();

private:
    friend class Runtime;
    friend class SystemRuntime;
    friend class VirtualRuntime;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_rung = false;
};

enum class Woken { time, rung, stopped };

/// Source of time, random numbers and waiting for everything above the stores, which must use no other, so
/// that tests need not wait. Thread-safe.
class Runtime
{
public:
    virtual ~Runtime() = default;
    /// This process's steady clock, for deadlines.
    virtual SteadyPoint now() = 0;
    /// This computer's clock. For schedules only; locks use the store's clock.
    virtual TimePoint wall() = 0;
    virtual std::uint64_t random() = 0;
    /// The process id for owners.
    virtual std::int64_t process();
    /// Waits until the bell rings (or has rung since the last wait), stop is requested, or the time has come.
    virtual Woken wait(Bell& bell, const std::stop_token& stop, SteadyPoint until) = 0;

    /// Returns true when the whole time has passed, false when stopped.
    bool sleep(const std::stop_token& stop, Duration d);
    /// Returns a random number in [0, 1).
    double fraction();
    /// Returns a random span between half of it and all of it, so that many waiters do not retry in step.
    Duration jittered(Duration d);

protected:
    static bool is_rung(Bell& bell);
    /// Returns whether it had rung, and clears that.
    static bool take_ring(Bell& bell);
};

/// The real clock, random numbers and waits.
class SystemRuntime final : public Runtime
{
public:
    SystemRuntime();
    SteadyPoint now() override;
    TimePoint wall() override;
    std::uint64_t random() override;
    Woken wait(Bell& bell, const std::stop_token& stop, SteadyPoint until) override;

private:
    std::mutex m_mutex;
    std::mt19937_64 m_generator;
};

/// For tests: time passes only by `advance`, random numbers come from a seed. Waits check the time every millisecond of
/// real time, so that `advance` need not know all sleepers.
class VirtualRuntime final : public Runtime
{
public:
    explicit VirtualRuntime(std::uint64_t seed = 1);
    SteadyPoint now() override;
    TimePoint wall() override;
    std::uint64_t random() override;
    Woken wait(Bell& bell, const std::stop_token& stop, SteadyPoint until) override;

    void advance(Duration d);
    /// Moves only the wall clock; also backwards.
    void set_wall(TimePoint t);
    /// Waits (in real time, at most `patience`) until `count` threads have seen the present time and still sleep: those
    /// that the last `advance` woke have done their work.
    [[nodiscard]] bool await_sleepers(int count, Duration patience = std::chrono::seconds{20}) const;

private:
    [[nodiscard]] SteadyPoint steady_now() const;
    bool stay_asleep(SteadyPoint until, std::uint64_t& seen);

    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    Duration m_elapsed{0};
    TimePoint m_wall = time_from_us(1'767'225'600'000'000); // 2026-01-01
    std::mt19937_64 m_generator;
    std::uint64_t m_advances = 1;
    int m_sleepers = 0; ///< since the last advance
};

} // namespace lockdesk
