// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// All of it runs in a process that was forked from one with threads: system calls alone, no memory, no locks.
#include "backends/process/supervisor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockdesk {

namespace {

constexpr long look_again_ns = 20'000'000;
constexpr long orphan_grace_ms = 1000; // between SIGTERM and SIGKILL when the program is gone
constexpr int most_kept_open = 65536;

void close_between(int first, int last)
{
    if (first > last)
        return;
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, static_cast<unsigned>(first), static_cast<unsigned>(last), 0U) == 0)
        return;
#endif
    for (int fd = first; fd <= std::min(last, most_kept_open); ++fd)
        ::close(fd);
}

// Connections to stores among them: here they would stay open after the program's death.
void close_all_but(std::array<int, 3> kept)
{
    std::sort(kept.begin(), kept.end());
    int from = STDERR_FILENO + 1;
    for (const int fd : kept) {
        if (fd < from)
            continue;
        close_between(from, fd - 1);
        from = fd + 1;
    }
    close_between(from, ~0U >> 1);
}

// Signals as at the start of a program: our blocked and ignored ones are not its business.
void reset_signals()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD})
        (void)std::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(const SupervisedJob& job, pid_t supervisor, int errors)
{
    if (job.own_group)
        ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // for a supervisor that is killed, too
    if (::getppid() != supervisor)
        ::_exit(128 + SIGKILL);
    if (job.input >= 0)
        ::dup2(job.input, STDIN_FILENO);
    if (job.output_to_error)
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    reset_signals();
    environ = const_cast<char**>(job.environment);
    ::execvp(job.arguments[0], job.arguments);
    const int error = errno;
    (void)!::write(errors, &error, sizeof error);
    ::_exit(127); // as a shell
}

long now_ms()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

class Supervisor
{
public:
    Supervisor(pid_t job, bool own_group, int orders) : m_job(job), m_own_group(own_group), m_orders(orders) {}

    [[noreturn]] void run()
    {
        for (;;) {
            const bool all_gone = reap();
            // What a job leaves behind that ends by itself is left alone.
            if (m_ended && (!m_number || all_gone || (m_number == SIGKILL && !m_sees_children)))
                ::_exit(m_status);
            if (m_number)
                signal_children();
            listen();
            if (m_kill_at && now_ms() >= m_kill_at)
                begin(SIGKILL);
        }
    }

private:
    // True: no child is left.
    bool reap()
    {
        for (;;) {
            siginfo_t info{};
            if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG) != 0)
                return errno == ECHILD;
            if (info.si_pid == 0)
                return false;
            if (info.si_pid == m_job) {
                m_ended = true;
                m_status = exit_status(info);
            }
        }
    }

    void begin(int number)
    {
        m_number = number;
        m_told_count = 0;
        m_kill_at = 0;
        if (!m_ended)
            tell(m_own_group ? -m_job : m_job);
    }

    void tell(pid_t to) const
    {
        (void)::kill(to, m_number);
        (void)::kill(to, SIGCONT); // a stopped one cannot end
    }

    // Orphans of the job become our children, so that all of them come by in time.
    void signal_children()
    {
        const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
        m_sees_children = list >= 0;
        if (list < 0)
            return;
        std::array<char, 4096> text{};
        pid_t child = 0;
        for (ssize_t got = 0; (got = ::read(list, text.data(), text.size())) > 0;) {
            for (ssize_t i = 0; i < got; ++i) {
                const char c = text[static_cast<std::size_t>(i)];
                if (c >= '0' && c <= '9') {
                    child = child * 10 + (c - '0');
                } else if (child != 0) {
                    signal_child(child);
                    child = 0;
                }
            }
        }
        ::close(list);
    }

    // A second SIGTERM means something else to many programs.
    void signal_child(pid_t child)
    {
        if (m_number == SIGTERM) {
            const bool by_group = m_own_group && ::getpgid(child) == m_job;
            const auto end = m_told.begin() + static_cast<std::ptrdiff_t>(m_told_count);
            if (by_group || child == m_job || std::find(m_told.begin(), end, child) != end)
                return;
            if (m_told_count < m_told.size())
                m_told[m_told_count++] = child;
        }
        tell(child);
    }

    // For an order, the end of a child, or a moment when more may have become our children.
    void listen()
    {
        fd_set ready;
        FD_ZERO(&ready);
        if (m_orders >= 0)
            FD_SET(m_orders, &ready);
        sigset_t all_but_child;
        sigfillset(&all_but_child);
        sigdelset(&all_but_child, SIGCHLD);
        const timespec moment{0, look_again_ns};
        if (::pselect(m_orders + 1, &ready, nullptr, nullptr, m_number ? &moment : nullptr, &all_but_child) <= 0
            || m_orders < 0)
            return;
        char order = 0;
        const auto got = ::read(m_orders, &order, 1);
        if (got < 0)
            return;
        if (got == 0) { // nobody is there who could keep the guard
            ::close(m_orders);
            m_orders = -1;
            if (m_number != SIGKILL) {
                begin(SIGTERM);
                m_kill_at = now_ms() + orphan_grace_ms;
            }
        } else if (m_number != SIGKILL) {
            begin(order == static_cast<char>(Order::kill) ? SIGKILL : SIGTERM);
        }
    }

    pid_t m_job;
    bool m_own_group;
    int m_orders;
    bool m_ended = false;
    bool m_sees_children = true;
    int m_status = 0;
    int m_number = 0; ///< what the job and all that it has started get; 0: nothing
    long m_kill_at = 0;
    std::array<pid_t, 256> m_told{};
    std::size_t m_told_count = 0;
};

void child_has_ended(int) {}

[[noreturn]] void supervise(const SupervisedJob& job, int orders, int errors)
{
    // Of a program without standard input and output they may stand in their places.
    orders = ::fcntl(orders, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    errors = ::fcntl(errors, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close_all_but({orders, errors, job.input});
    ::prctl(PR_SET_NAME, "lockdesk-job"); // killed by the program's name it would be gone with it
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    struct sigaction action = {};
    action.sa_handler = child_has_ended;
    ::sigaction(SIGCHLD, &action, nullptr);
    const pid_t self = ::getpid();
    const pid_t started = ::fork();
    if (started == 0)
        become(job, self, errors);
    if (started < 0) {
        const int error = errno;
        (void)!::write(errors, &error, sizeof error);
        ::_exit(127);
    }
    if (job.own_group)
        ::setpgid(started, started);
    ::setpgid(0, 0); // what is meant for the program's group does not end us
    ::close(errors);
    close_between(STDIN_FILENO, STDERR_FILENO); // a reader of our output waits for the job alone
    if (job.input > STDERR_FILENO)
        ::close(job.input);
    Supervisor(started, job.own_group, orders).run();
}

} // namespace

int exit_status(const siginfo_t& info) { return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status; }

pid_t fork_supervisor(const SupervisedJob& job, int orders, int errors)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t id = ::fork();
    if (id == 0)
        supervise(job, orders, errors);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return id;
}

} // namespace lockdesk
