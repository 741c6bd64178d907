// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/run.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr auto clock_every = std::chrono::milliseconds{50};

} // namespace

void Pacer::set_speed(double speed)
{
    const std::lock_guard lock(m_mutex);
    m_speed = speed;
    m_changed.notify_all();
}

double Pacer::speed() const
{
    const std::lock_guard lock(m_mutex);
    return m_speed;
}

void Pacer::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    m_changed.notify_all();
}

Answer<Stepped> Pacer::play(Run& run, const OnProgress& on_progress)
{
    auto last = std::chrono::steady_clock::now();
    for (;;) {
        double speed = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (std::exchange(m_paused, false))
                return run.finished() ? Stepped::finished : Stepped::event;
            speed = m_speed;
        }
        const auto next = run.next_at();
        const auto now = std::chrono::steady_clock::now();
        const auto passed = std::chrono::duration_cast<Duration>(now - last);
        const Duration reached =
            run.now() + Duration{static_cast<std::int64_t>(static_cast<double>(passed.count()) * speed)};
        const Duration before = run.now();
        const bool due = !next || speed <= 0 || reached >= *next;
        // A step without an event may be due now, and the next event much later.
        auto stepped = !due ? run.run_to(reached) : speed > 0 && next ? run.step_by(std::max(reached, *next)) : run.step();
        if (!stepped || *stepped != Stepped::event) {
            on_progress();
            return stepped;
        }
        // Catches up after delays of up to a second, but not after a long wait in the store.
        if (speed > 0)
            last += std::chrono::duration_cast<Duration>((run.now() - before) / speed);
        last = std::max(last, now - std::chrono::seconds{1});
        on_progress();
        std::unique_lock lock(m_mutex);
        if (!due && !m_paused)
            m_changed.wait_for(lock, clock_every);
    }
}

} // namespace lockdesk::scenarios
