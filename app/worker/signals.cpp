// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/signals.h"

#include <csignal>
#include <initializer_list>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockdesk::worker {

namespace {

sigset_t ours()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGUSR1})
        sigaddset(&set, number);
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) != 0 || hangup.sa_handler != SIG_IGN) // nohup ignores it
        sigaddset(&set, SIGHUP);
    return set;
}

} // namespace

Signals::Signals()
{
    const auto set = ours();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // the reader of our events is gone; the work continues
    std::signal(SIGCHLD, SIG_DFL); // ignored by who starts us, no command's status would be known
}

void Signals::wait()
{
    const auto set = ours();
    int number = 0;
    while (sigwait(&set, &number) != 0) {
    }
}

void Signals::wake() { ::kill(::getpid(), SIGUSR1); }

void end_with_parent()
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() == 1) // the parent died before the call
        ::raise(SIGTERM);
}

} // namespace lockdesk::worker
