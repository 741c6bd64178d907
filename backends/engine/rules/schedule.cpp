// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

namespace lockdesk {

namespace {

using std::chrono::days;
using std::chrono::seconds;
using std::chrono::sys_days;

struct FieldRule
{
    const char* name;
    int low, high;
    std::span<const std::string_view> names; ///< of low, low + 1, ...
};

constexpr std::array<std::string_view, 12> month_names{"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                       "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::array<std::string_view, 7> day_names{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
const std::array<FieldRule, 6> rules{{{"second", 0, 59, {}},
                                      {"minute", 0, 59, {}},
                                      {"hour", 0, 23, {}},
                                      {"day of month", 1, 31, {}},
                                      {"month", 1, 12, month_names},
                                      {"day of week", 0, 7, day_names}}};
// 400 years contain every combination of date and weekday; 80 suffice for 29 February on any weekday.
constexpr int days_to_search = 80 * 366;
// A clock set back further was wrong before: waiting until it has caught up would stall the job.
constexpr Duration longest_repeat = std::chrono::minutes{1};

std::vector<std::string_view> split(std::string_view text, char by)
{
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(by, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

std::optional<int> number(std::string_view text, const FieldRule& rule)
{
    for (std::size_t i = 0; i < rule.names.size(); ++i) {
        const bool same = std::equal(text.begin(), text.end(), rule.names[i].begin(), rule.names[i].end(),
                                     [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 32 : a) == b; });
        if (same)
            return rule.low + static_cast<int>(i);
    }
    int value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size()
        || value < rule.low || value > rule.high)
        return std::nullopt;
    return value;
}

// Adds one part of a list: `*`, `a`, `a-b`, each with `/step`. Returns false on a syntax error.
template <std::size_t Size> bool add_part(std::string_view part, const FieldRule& rule, std::bitset<Size>& out)
{
    int step = 1;
    const auto slash = part.find('/');
    if (slash != std::string_view::npos) {
        const auto given = number(part.substr(slash + 1), {"step", 1, rule.high, {}});
        if (!given)
            return false;
        step = *given;
        part = part.substr(0, slash);
    }
    int first = rule.low;
    int last = rule.high;
    if (part != "*") {
        const auto dash = part.find('-');
        const auto a = number(part.substr(0, dash), rule);
        auto b = dash == std::string_view::npos ? a : number(part.substr(dash + 1), rule);
        if (rule.high == 7 && dash != std::string_view::npos && b == 0)
            b = 7; // FRI-SUN
        if (!a || !b || *b < *a)
            return false;
        first = *a;
        last = dash == std::string_view::npos && slash != std::string_view::npos ? rule.high : *b;
    }
    for (int value = first; value <= last; value += step)
        out.set(static_cast<std::size_t>(value));
    return true;
}

template <std::size_t Size>
std::optional<Failure> parse_field(std::string_view text, std::size_t index, std::bitset<Size>& out)
{
    const auto& rule = rules[index];
    if (text == "?" && (index == 3 || index == 5))
        text = "*";
    for (const auto part : split(text, ','))
        if (!add_part(part, rule, out))
            return Failure::usage("cron: '" + std::string(text) + "' is no " + rule.name + "; allowed are "
                                  + std::to_string(rule.low) + " to " + std::to_string(rule.high)
                                  + ", *, a-b, a,b and steps such as */5");
    return std::nullopt;
}

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> out;
    for (const auto word : split(text, ' '))
        if (!word.empty())
            out.push_back(word);
    return out;
}

} // namespace

Answer<Cron> Cron::parse(std::string_view text)
{
    const auto fields = words(text);
    if (fields.size() != 6)
        return Failure::usage("cron needs six fields, 'second minute hour day month weekday'; there are "
                              + std::to_string(fields.size()));
    Cron cron;
    std::bitset<8> weekdays;
    for (auto failure : {parse_field(fields[0], 0, cron.m_seconds), parse_field(fields[1], 1, cron.m_minutes),
                         parse_field(fields[2], 2, cron.m_hours), parse_field(fields[3], 3, cron.m_days),
                         parse_field(fields[4], 4, cron.m_months), parse_field(fields[5], 5, weekdays)})
        if (failure)
            return *failure;
    for (std::size_t day = 0; day < 8; ++day)
        if (weekdays[day])
            cron.m_weekdays.set(day % 7);
    if (!cron.find(time_from_us(0)))
        return Failure::usage("cron: '" + std::string(text) + "' never comes; check day and month");
    return cron;
}

bool Cron::day_matches(sys_days day) const
{
    const std::chrono::year_month_day date(day);
    return m_months[static_cast<unsigned>(date.month())] && m_days[static_cast<unsigned>(date.day())]
           && m_weekdays[std::chrono::weekday(day).c_encoding()];
}

std::optional<TimePoint> Cron::find(TimePoint t) const
{
    const auto start = std::chrono::floor<seconds>(t) + seconds{1};
    auto day = std::chrono::floor<days>(start);
    auto from = static_cast<int>((start - day).count()); // second of the day; 0 on every later day
    for (int tried = 0; tried < days_to_search; ++tried, day += days{1}, from = 0) {
        if (!day_matches(day))
            continue;
        for (int hour = from / 3600; hour < 24; ++hour) {
            for (int minute = 0; m_hours[static_cast<std::size_t>(hour)] && minute < 60; ++minute) {
                for (int second = 0; m_minutes[static_cast<std::size_t>(minute)] && second < 60; ++second) {
                    const int at = hour * 3600 + minute * 60 + second;
                    if (at >= from && m_seconds[static_cast<std::size_t>(second)])
                        return day + seconds{at};
                }
            }
        }
    }
    return std::nullopt;
}

TimePoint Cron::next(TimePoint t) const { return find(t).value_or(TimePoint::max()); }

Schedule Schedule::cron(Cron cron)
{
    Schedule schedule(Kind::cron, Duration{0});
    schedule.m_cron = std::move(cron);
    return schedule;
}

Schedule Schedule::fixed_delay(Duration delay) { return {Kind::delay, delay}; }
Schedule Schedule::fixed_rate(Duration period) { return {Kind::rate, std::max(period, Duration{1})}; }

bool Schedule::wait_for_tick(Runtime& runtime, const std::stop_token& stop)
{
    if (m_kind == Kind::cron)
        return wait_for_cron(runtime, stop);
    const auto now = runtime.now();
    if (!std::exchange(m_started, true)) {
        m_next_tick = now;
        return !stop.stop_requested();
    }
    if (m_kind == Kind::delay)
        return runtime.sleep(stop, m_every);
    const auto period = std::chrono::duration_cast<SteadyPoint::duration>(m_every);
    const auto passed = (now - *m_next_tick) / period;
    m_next_tick = *m_next_tick + (passed + 1) * period;
    return runtime.sleep(stop, std::chrono::ceil<Duration>(*m_next_tick - now));
}

// Reads the wall clock at least every second, because it may be set during the wait.
bool Schedule::wait_for_cron(Runtime& runtime, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto now = runtime.wall();
        if (m_last_tick && now < *m_last_tick - longest_repeat)
            m_last_tick.reset();
        if (!m_pending_from || *m_pending_from > now)
            m_pending_from = now;
        const auto tick = m_cron->next(std::max(*m_pending_from, m_last_tick.value_or(*m_pending_from)));
        if (now >= tick) {
            m_last_tick = tick;
            m_pending_from.reset();
            return true;
        }
        (void)runtime.sleep(stop, std::min<Duration>(tick - now, seconds{1}));
    }
    return false;
}

} // namespace lockdesk
