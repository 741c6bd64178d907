// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace lockdesk::ctl {

/// A queue from other threads to the command's thread. Thread-safe.
template <class Letter> class Mailbox
{
public:
    void put(Letter letter)
    {
        const std::lock_guard lock(m_mutex);
        m_letters.push_back(std::move(letter));
        m_changed.notify_one();
    }
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        m_changed.notify_one();
    }
    /// Waits for a letter. Returns nullopt once stopped or when the time has passed.
    std::optional<Letter> take(SteadyPoint until)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_until(lock, until, [this] { return m_stopped || !m_letters.empty(); });
        if (m_stopped || m_letters.empty())
            return std::nullopt;
        auto letter = std::move(m_letters.front());
        m_letters.pop_front();
        return letter;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Letter> m_letters;
    bool m_stopped = false;
};

} // namespace lockdesk::ctl
