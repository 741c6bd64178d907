// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/signals.h"

#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace lockdesk::ctl {

namespace {

sigset_t stop_set()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) != 0 || hangup.sa_handler != SIG_IGN) // nohup ignores SIGHUP: keep that
        sigaddset(&set, SIGHUP);
    return set;
}

} // namespace

StopSignals::Hook::~Hook()
{
    const std::lock_guard lock(m_signals.m_mutex);
    m_signals.m_hooks.erase(m_place);
}

StopSignals::StopSignals(Takes takes)
{
    if (takes == Takes::nothing)
        return;
    const sigset_t set = stop_set();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // a failing write reports a closed pipe
    std::signal(SIGCHLD, SIG_DFL); // ignored by who starts us, no command's status would be known
    m_signals_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    m_quit_fd = eventfd(0, EFD_CLOEXEC);
    m_thread = std::thread([this] { run(); });
}

StopSignals::~StopSignals()
{
    if (!m_thread.joinable())
        return;
    const std::uint64_t one = 1;
    if (write(m_quit_fd, &one, sizeof one) == sizeof one)
        m_thread.join();
    else
        m_thread.detach();
    close(m_signals_fd);
    close(m_quit_fd);
}

void StopSignals::run()
{
    for (;;) {
        pollfd fds[2] = {{m_signals_fd, POLLIN, 0}, {m_quit_fd, POLLIN, 0}};
        if (poll(fds, 2, -1) < 0)
            continue;
        if (fds[1].revents != 0)
            return;
        signalfd_siginfo info{};
        if (read(m_signals_fd, &info, sizeof info) == sizeof info)
            stop(static_cast<int>(info.ssi_signo));
    }
}

void StopSignals::stop(int signal)
{
    const std::lock_guard lock(m_mutex);
    int none = 0;
    if (!m_signal.compare_exchange_strong(none, signal)) {
        // A second signal ends the process, but not within 1 s: timeout(1) and some terminals send the first one twice.
        const bool again = std::chrono::steady_clock::now() > m_first_at + std::chrono::seconds{1};
        if (again && std::this_thread::get_id() == m_thread.get_id())
            _exit(128 + signal);
        return;
    }
    m_first_at = std::chrono::steady_clock::now();
    m_woken.notify_all();
    for (Hook* hook : m_hooks)
        hook->m_call();
}

bool StopSignals::wait_until(SteadyPoint until)
{
    std::unique_lock lock(m_mutex);
    m_woken.wait_until(lock, until, [this] { return stopped(); });
    return stopped();
}

std::unique_ptr<StopSignals::Hook> StopSignals::on_stop(std::function<void()> call)
{
    std::unique_ptr<Hook> hook(new Hook(*this, std::move(call)));
    const std::lock_guard lock(m_mutex);
    hook->m_place = m_hooks.insert(m_hooks.end(), hook.get());
    return hook;
}

void StopSignals::restore_in_child() noexcept
{
    const sigset_t set = stop_set();
    std::signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace lockdesk::ctl
