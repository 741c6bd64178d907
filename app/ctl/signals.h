// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace lockdesk::ctl {

/// Handles Ctrl-C, SIGTERM and SIGHUP in a separate thread, so that a command can release what it holds. Create it first
/// in main(): it blocks the signals in every thread created later and in every child process. Children must unblock them
/// (`StopSignals::restore_in_child`) between fork and exec. A second signal, more than 1 s later, ends the process at once.
class StopSignals
{
public:
    /// A call on the first signal: once, from the thread that takes it. Unregistered by the destructor.
    class Hook
    {
    public:
        ~Hook();

    private:
        friend class StopSignals;
        Hook(StopSignals& signals, std::function<void()> call) : m_signals(signals), m_call(std::move(call)) {}
        StopSignals& m_signals;
        std::function<void()> m_call;
        std::list<Hook*>::iterator m_place;
    };

    enum class Takes { signals, nothing };
    /// `nothing`: for a command that is only checked; the process keeps its signals.
    explicit StopSignals(Takes takes = Takes::signals);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] bool stopped() const noexcept { return m_signal != 0; }
    /// The first signal's number; 0: none arrived.
    [[nodiscard]] int number() const noexcept { return m_signal; }
    /// Sleeps until `until` or a signal. Returns whether a signal arrived.
    bool wait_until(SteadyPoint until);
    /// `call` must be fast and must not throw. It is not called for an earlier signal.
    [[nodiscard]] std::unique_ptr<Hook> on_stop(std::function<void()> call);
    /// Acts as a signal does; used when standard output is closed.
    void stop(int signal);

    /// Async-signal-safe.
    static void restore_in_child() noexcept;

private:
    void run();

    std::atomic<int> m_signal{0};
    SteadyPoint m_first_at{};
    int m_signals_fd = -1;
    int m_quit_fd = -1;
    std::mutex m_mutex;
    std::condition_variable m_woken;
    std::list<Hook*> m_hooks;
    std::thread m_thread;
};

} // namespace lockdesk::ctl
