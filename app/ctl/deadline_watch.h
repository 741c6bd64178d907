// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lockdesk::ctl {

/// Interrupts a session at a deadline, one session at a time. Keeps its thread: a thread for each verb costs more than the
/// verb, since ending it means waiting until it has run.
class DeadlineWatch
{
public:
    /// Until `end`, interrupts `session` when the deadline passes.
    void begin(Session& session, SteadyPoint deadline);
    /// Stops watching the session. Returns whether it was interrupted.
    bool end();

private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Session* m_session = nullptr;
    SteadyPoint m_deadline{};
    SteadyPoint m_sleeps_until{};
    bool m_interrupted = false;
    std::jthread m_thread; ///< last, so that it ends first
};

} // namespace lockdesk::ctl
