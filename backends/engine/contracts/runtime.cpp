// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/runtime.h"

#include "backends/engine/contracts/ids.h"

#include <array>
#include <utility>

namespace lockdesk {

void Bell::ring()
{
    {
        const std::lock_guard lock(m_mutex);
        m_rung = true;
    }
    m_changed.notify_all();
}

bool Runtime::sleep(const std::stop_token& stop, Duration d)
{
    Bell nobody_rings;
    return wait(nobody_rings, stop, steady_after(now(), d)) == Woken::time;
}

std::int64_t Runtime::process() { return process_id(); }

bool Runtime::is_rung(Bell& bell)
{
    const std::lock_guard lock(bell.m_mutex);
    return bell.m_rung;
}

bool Runtime::take_ring(Bell& bell)
{
    const std::lock_guard lock(bell.m_mutex);
    return std::exchange(bell.m_rung, false);
}

double Runtime::fraction() { return static_cast<double>(random() >> 11) * 0x1.0p-53; }

Duration Runtime::jittered(Duration d)
{
    const auto half = d.count() / 2;
    return Duration{d.count() - half + static_cast<std::int64_t>(static_cast<double>(half) * fraction())};
}

SystemRuntime::SystemRuntime()
{
    std::random_device device;
    std::array<std::uint32_t, 16> words{};
    for (auto& word : words)
        word = device();
    std::seed_seq seed(words.begin(), words.end());
    m_generator.seed(seed);
}

SteadyPoint SystemRuntime::now() { return std::chrono::steady_clock::now(); }

TimePoint SystemRuntime::wall() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

std::uint64_t SystemRuntime::random()
{
    const std::lock_guard lock(m_mutex);
    return m_generator();
}

Woken SystemRuntime::wait(Bell& bell, const std::stop_token& stop, SteadyPoint until)
{
    std::unique_lock lock(bell.m_mutex);
    const bool rung = bell.m_changed.wait_until(lock, stop, until, [&] { return bell.m_rung; });
    if (stop.stop_requested())
        return Woken::stopped;
    bell.m_rung = false;
    return rung ? Woken::rung : Woken::time;
}

VirtualRuntime::VirtualRuntime(std::uint64_t seed) : m_generator(seed) {}

SteadyPoint VirtualRuntime::now()
{
    const std::lock_guard lock(m_mutex);
    return steady_now();
}

// Not at the clock's zero: code that subtracts a lease from "now" must not underflow.
SteadyPoint VirtualRuntime::steady_now() const { return SteadyPoint{} + std::chrono::hours{1000} + m_elapsed; }

TimePoint VirtualRuntime::wall()
{
    const std::lock_guard lock(m_mutex);
    return m_wall;
}

std::uint64_t VirtualRuntime::random()
{
    const std::lock_guard lock(m_mutex);
    return m_generator();
}

// Counts the calling thread as asleep at the present time. Returns false when its time has come.
bool VirtualRuntime::stay_asleep(SteadyPoint until, std::uint64_t& seen)
{
    const std::lock_guard lock(m_mutex);
    if (steady_now() >= until)
        return false;
    if (seen != m_advances) {
        seen = m_advances;
        ++m_sleepers;
        m_changed.notify_all();
    }
    return true;
}

Woken VirtualRuntime::wait(Bell& bell, const std::stop_token& stop, SteadyPoint until)
{
    std::unique_lock lock(bell.m_mutex);
    std::uint64_t seen = 0;
    auto woken = Woken::stopped;
    while (!stop.stop_requested()) {
        if (bell.m_rung || !stay_asleep(until, seen)) {
            woken = bell.m_rung ? Woken::rung : Woken::time;
            bell.m_rung = false;
            break;
        }
        bell.m_changed.wait_for(lock, stop, std::chrono::milliseconds{1}, [&] { return bell.m_rung; });
    }
    const std::lock_guard own(m_mutex);
    if (seen == m_advances)
        --m_sleepers;
    return woken;
}

void VirtualRuntime::advance(Duration d)
{
    const std::lock_guard lock(m_mutex);
    m_elapsed += d;
    m_wall += d;
    ++m_advances;
    m_sleepers = 0;
}

void VirtualRuntime::set_wall(TimePoint t)
{
    const std::lock_guard lock(m_mutex);
    m_wall = t;
}

bool VirtualRuntime::await_sleepers(int count, Duration patience) const
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, patience, [&] { return m_sleepers >= count; });
}

} // namespace lockdesk
