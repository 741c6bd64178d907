// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/bounded_thread.h"

#include "backends/engine/runners/unwaited.h"

#include <condition_variable>
#include <utility>

namespace lockdesk {

struct BoundedThread::End
{
    std::mutex mutex;
    std::condition_variable changed;
    bool ended = false;
};

void BoundedThread::start(std::function<void()> body)
{
    abandon();
    const std::lock_guard lock(m_mutex);
    m_end = std::make_shared<End>();
    m_thread = std::thread([counted = UnwaitedThread(), end = m_end, body = std::move(body)]() mutable {
        body();
        body = nullptr;
        {
            const std::lock_guard ended(end->mutex);
            end->ended = true;
            end->changed.notify_all();
        }
        end.reset();
        counted.done();
    });
}

bool BoundedThread::stop(std::chrono::steady_clock::time_point deadline)
{
    std::shared_ptr<End> end;
    bool left = false; // behind, or is the caller
    {
        const std::lock_guard lock(m_mutex);
        end = m_end;
        left = !m_thread.joinable() || m_thread.get_id() == std::this_thread::get_id();
    }
    if (end == nullptr)
        return true;
    bool ended = false;
    {
        std::unique_lock lock(end->mutex);
        ended = left ? end->ended : end->changed.wait_until(lock, deadline, [&] { return end->ended; });
    }
    std::thread thread;
    {
        const std::lock_guard lock(m_mutex);
        if (m_end == end) // nobody has started it again meanwhile
            thread = std::move(m_thread);
    }
    if (thread.joinable() && ended)
        thread.join();
    else if (thread.joinable())
        thread.detach();
    return ended;
}

void BoundedThread::abandon()
{
    const std::lock_guard lock(m_mutex);
    if (m_thread.joinable())
        m_thread.detach();
    m_end = nullptr;
}

} // namespace lockdesk
