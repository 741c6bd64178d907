// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/runtime.h"

#include <bitset>
#include <functional>
#include <string_view>

namespace lockdesk {

/// Cron expression of six fields: second minute hour day-of-month month day-of-week, in UTC. Each is `*`, a number, a range
/// `a-b`, a list `a,b`, with a step `*/s`, `a/s`, `a-b/s`; months and days also by name (JAN, MON; any case); day-of-week 0
/// and 7 are Sunday; `?` is `*` in the two day fields. A day must match both day fields.
class Cron
{
public:
    /// Parses an expression. A usage failure names the field and the error, also for dates that never occur (30 February).
    static Answer<Cron> parse(std::string_view text);
    /// Returns the first matching second strictly after `t`.
    [[nodiscard]] TimePoint next(TimePoint t) const;

private:
    [[nodiscard]] std::optional<TimePoint> find(TimePoint t) const;
    [[nodiscard]] bool day_matches(std::chrono::sys_days day) const;

    std::bitset<60> m_seconds, m_minutes;
    std::bitset<24> m_hours;
    std::bitset<32> m_days;    ///< 1 to 31
    std::bitset<13> m_months;  ///< 1 to 12
    std::bitset<7> m_weekdays; ///< 0 = Sunday
};

/// The times at which a job runs.
class Schedule
{
public:
    /// Runs at the times of a cron expression on this computer's clock.
    static Schedule cron(Cron cron);
    /// Runs at once, then `delay` after the end of each run.
    static Schedule fixed_delay(Duration delay);
    /// Runs at once, then at every `period` from the start; skips ticks that fall into a run.
    static Schedule fixed_rate(Duration period);

    /// Waits for the next tick. Returns false when stopped. A wall clock set ahead skips ticks; one set back by up to
    /// a minute repeats none; one set back further counts as corrected and restarts the schedule.
    bool wait_for_tick(Runtime& runtime, const std::stop_token& stop);

private:
    enum class Kind { cron, delay, rate };
    Schedule(Kind kind, Duration every) : m_kind(kind), m_every(every) {}
    bool wait_for_cron(Runtime& runtime, const std::stop_token& stop);

    Kind m_kind;
    Duration m_every;
    std::optional<Cron> m_cron;
    std::optional<TimePoint> m_last_tick, m_pending_from; ///< cron
    std::optional<SteadyPoint> m_next_tick;               ///< rate
    bool m_started = false;
};

} // namespace lockdesk
