// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the programs that measure the whole console share. A stall is the time between two turns of the event loop; `cpu` is
// what the window's thread computed meanwhile: beside other work on the machine a turn takes longer than that.
#pragma once

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>

#include <algorithm>
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
    [[nodiscard]] std::string json()
    {
        const auto at = [](std::vector<double>& all, double share) {
            std::sort(all.begin(), all.end());
            return all.empty() ? 0.0 : all[std::min(all.size() - 1, static_cast<std::size_t>(share * double(all.size())))];
        };
        char text[200];
        (void)std::snprintf(text, sizeof text,
                            R"("stall_p99_ms":%.1f,"stall_max_ms":%.1f,"cpu_p99_ms":%.1f,"cpu_max_ms":%.1f,"turns":%zu)",
                            at(m_wall, 0.99), at(m_wall, 1), at(m_cpu, 0.99), at(m_cpu, 1), m_wall.size());
        return text;
    }

private:
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
        m_wall.push_back(double(m_timer.nsecsElapsed()) / 1e6);
        m_cpu.push_back(thread_ms() - m_cpu_began);
    }
    QElapsedTimer m_timer;
    double m_cpu_began = 0;
    bool m_began = false;
    std::vector<double> m_wall, m_cpu;
};

} // namespace lockdesk::bench
