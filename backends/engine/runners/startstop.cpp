// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/startstop.h"

#include "backends/engine/runners/thread_watch.h"

namespace lockdesk {

ThreadWatch*& ThreadWatch::current()
{
    static thread_local ThreadWatch* watch = nullptr;
    return watch;
}

StartStop::~StartStop() { stop(); }

bool StartStop::start(std::function<void(std::stop_token)> body)
{
    std::unique_lock lock(m_mutex);
    if (m_id == std::this_thread::get_id())
        return false;
    m_changed.wait(lock, [&] { return m_state != State::joining; });
    if (m_state == State::running && !m_stop.stop_requested())
        return false;
    if (m_state != State::idle)
        join(lock);
    if (m_state != State::idle) // another caller started it while we waited for the old run
        return false;
    m_stop = std::stop_source();
    ThreadWatch* const watch = ThreadWatch::current();
    if (watch != nullptr)
        watch->making();
    m_thread = std::thread([this, watch, body = std::move(body), token = m_stop.get_token()] {
        ThreadWatch::current() = watch;
        if (watch != nullptr)
            watch->began();
        run(body, token);
        if (watch != nullptr)
            watch->ended();
    });
    m_id = m_thread.get_id();
    m_state = State::running;
    ++m_run;
    return true;
}

void StartStop::run(const std::function<void(std::stop_token)>& body, const std::stop_token& stop)
{
    body(stop);
    const std::lock_guard lock(m_mutex);
    if (m_state == State::running)
        m_state = State::ended;
}

// One caller joins, without the mutex, which the thread needs to end. The others wait for that.
void StartStop::join(std::unique_lock<std::mutex>& lock)
{
    if (m_state == State::joining) {
        m_changed.wait(lock, [&] { return m_state != State::joining; });
        return;
    }
    m_state = State::joining;
    auto thread = std::move(m_thread);
    ThreadWatch* const watch = ThreadWatch::current();
    lock.unlock();
    if (watch != nullptr)
        watch->joining(thread.get_id());
    thread.join();
    if (watch != nullptr)
        watch->joined();
    lock.lock();
    m_state = State::idle;
    m_id = {};
    m_changed.notify_all();
}

void StartStop::request_stop()
{
    std::stop_source stop{std::nostopstate};
    {
        const std::lock_guard lock(m_mutex);
        stop = m_stop;
    }
    // Without the mutex: callbacks of the token run here and may call this object.
    stop.request_stop();
}

void StartStop::stop()
{
    std::unique_lock lock(m_mutex);
    if (m_state == State::idle)
        return;
    const auto run = m_run;
    auto stop = m_stop;
    lock.unlock();
    stop.request_stop();
    lock.lock();
    // The run may have ended and another caller may have started a new one, which must not be stopped.
    if (m_state == State::idle || m_run != run || m_id == std::this_thread::get_id())
        return;
    join(lock);
}

bool StartStop::running() const
{
    const std::lock_guard lock(m_mutex);
    return m_state == State::running;
}

} // namespace lockdesk
