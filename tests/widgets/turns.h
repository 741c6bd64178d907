// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the programs that measure the whole console share. A stall is the time between two turns of the event loop; `cpu` is
// what the window's thread computed meanwhile: beside other work on the machine a turn takes longer than that.
#pragma once

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::bench {

inline double thread_ms()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

/// Returns a line of /proc/self/status in MB.
inline double memory_mb(const char* what)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == what) {
            double kb = 0;
            status >> kb;
            return kb / 1024;
        }
    return -1;
}

/// How often times of so many tenths of a millisecond came: takes the same memory however many there are.
class Times
{
public:
    void add(double ms)
    {
        ++m_counts[std::min(m_counts.size() - 1, static_cast<std::size_t>(ms * 10))];
        m_most = std::max(m_most, ms);
        ++m_number;
    }
    void clear() { *this = {}; }
    [[nodiscard]] std::size_t number() const { return m_number; }
    [[nodiscard]] double most() const { return m_most; }
    /// The time that this share of all does not exceed, a tenth of a millisecond at most too long.
    [[nodiscard]] double at(double share) const
    {
        std::size_t seen = 0;
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            if ((seen += m_counts[i]) > 0 && double(seen) >= share * double(m_number))
                return std::min(m_most, double(i + 1) / 10);
        return 0;
    }

private:
    std::vector<std::uint32_t> m_counts = std::vector<std::uint32_t>(20'000); // up to two seconds
    double m_most = 0;
    std::size_t m_number = 0;
};

/// Notes how long each turn of the event loop took.
class Turns
{
public:
    Turns()
    {
        auto* loop = QAbstractEventDispatcher::instance();
        QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, [this] { begin(); });
        QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, [this] { end(); });
    }
    void clear() { m_wall.clear(), m_cpu.clear(), m_began = false; }
    /// Of the turns since the last `clear`.
    [[nodiscard]] std::string json() const { return json(m_wall, m_cpu); }
    /// Of all turns, those before a `clear` included.
    [[nodiscard]] std::string whole() const { return json(m_all_wall, m_all_cpu); }

private:
    static std::string json(const Times& wall, const Times& cpu)
    {
        char text[200];
        (void)std::snprintf(text, sizeof text,
                            R"("stall_p50_ms":%.1f,"stall_p99_ms":%.1f,"stall_max_ms":%.1f,"cpu_p99_ms":%.1f,"cpu_max_ms":%.1f,"turns":%zu)",
                            wall.at(0.5), wall.at(0.99), wall.most(), cpu.at(0.99), cpu.most(), wall.number());
        return text;
    }

    void begin()
    {
        end(); // a turn may end without blocking
        m_timer.start();
        m_cpu_began = thread_ms();
        m_began = true;
    }
    void end()
    {
        if (!std::exchange(m_began, false))
            return;
        const double wall = double(m_timer.nsecsElapsed()) / 1e6, cpu = thread_ms() - m_cpu_began;
        m_wall.add(wall), m_all_wall.add(wall);
        m_cpu.add(cpu), m_all_cpu.add(cpu);
    }
    QElapsedTimer m_timer;
    double m_cpu_began = 0;
    bool m_began = false;
    Times m_wall, m_cpu, m_all_wall, m_all_cpu;
};

} // namespace lockdesk::bench
