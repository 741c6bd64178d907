// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/memory_return.h"

#include <QFile>
#include <QThreadPool>

#include <algorithm>
#include <chrono>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

namespace lockdesk::app {

namespace {

#ifdef __GLIBC__
// Memory of the program that is in RAM; 0: unknown.
qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}
#endif

} // namespace

void returnLargeMemory()
{
#ifdef __GLIBC__
    // The library would raise this bound up to 32 MB, and keep what is below it.
    constexpr int large = 256 * 1024;
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, 2 * large);
    mallopt(M_ARENA_MAX, 4);
#endif
}

MemoryReturn::MemoryReturn(QObject* parent) : QTimer(parent), m_least(std::make_shared<std::atomic<qint64>>(0))
{
#ifdef __GLIBC__
    m_least->store(residentBytes());
    connect(this, &QTimer::timeout, this, &MemoryReturn::check);
    start(std::chrono::seconds{2});
#endif
}

// Takes some milliseconds for hundreds of megabytes, so another thread does it.
void MemoryReturn::check()
{
#ifdef __GLIBC__
    constexpr qint64 growth = 8 * 1024 * 1024;
    const qint64 least = m_least->load(), now = residentBytes();
    if (least < 0)
        return;
    if (now <= least + growth)
        return m_least->store(std::min(least, now));
    m_least->store(-1);
    QThreadPool::globalInstance()->start([least = m_least] {
        malloc_trim(0);
        least->store(residentBytes());
    });
#endif
}

} // namespace lockdesk::app
