// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/unread.h"

#include "app/common/complain.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace lockdesk::worker {

namespace {

constexpr std::size_t most_waiting = 4 << 20;
constexpr std::size_t room_again = most_waiting / 2;
constexpr int look_ms = 100;
constexpr auto last_chance = std::chrono::milliseconds{500};
constexpr std::size_t piece = PIPE_BUF; // a pipe that is ready accepts at least this much at once

} // namespace

Unread::Unread() : m_thread([this](const std::stop_token& stop) { run(stop); }) {}

Unread::~Unread()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, last_chance, [this] { return (m_waiting.empty() && !m_busy) || m_broken; });
}

bool Unread::write(const std::string& text)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_broken)
            return true; // there will never be a reader
        if (m_waiting.size() + text.size() > most_waiting) {
            m_left_out += std::count(text.begin(), text.end(), '\n');
            return false;
        }
        m_waiting += text;
    }
    m_changed.notify_all();
    return true;
}

std::int64_t Unread::take_left_out()
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() > room_again)
        return 0;
    const auto count = m_left_out;
    m_left_out = 0;
    return count;
}

void Unread::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); });
        if (m_waiting.empty() || m_broken)
            return;
        std::string text;
        text.swap(m_waiting);
        m_busy = true;
        lock.unlock();
        const bool passed = pass_on(text, stop);
        lock.lock();
        m_busy = false;
        m_broken = !passed;
        m_changed.notify_all();
    }
}

// Never blocks in a write.
bool Unread::pass_on(const std::string& text, const std::stop_token& stop)
{
    for (std::size_t at = 0; at < text.size();) {
        pollfd out{STDOUT_FILENO, POLLOUT, 0};
        const int ready = ::poll(&out, 1, look_ms);
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            if (stop.stop_requested())
                return false;
            continue;
        }
        const auto count = ::write(STDOUT_FILENO, text.data() + at, std::min(piece, text.size() - at));
        const int error = count < 0 ? errno : 0;
        if (error == EPIPE || error == EBADF)
            return false;
        if (error != 0 && error != EINTR && error != EAGAIN) { // a full disk may have room for the next one
            if (!m_has_lost.exchange(true))
                app::complain("lockdesk-worker", std::string("standard output cannot be written, events are lost: ") + std::strerror(error));
            return true;
        }
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

} // namespace lockdesk::worker
