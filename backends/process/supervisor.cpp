// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// All of it runs in a process that was forked from one with threads: system calls alone, no memory, no locks.
#include "backends/process/supervisor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockdesk {

namespace {

constexpr const char* own_name = "job-keeper"; // nothing that `pkill lockdesk` finds: it would be gone with its program
constexpr int first_look_ms = 5, longest_look_ms = 200;
constexpr std::int64_t orphan_grace_ms = 1000; // between SIGTERM and SIGKILL when the program is gone
constexpr std::int64_t unseen_grace_ms = 1000; // the same for the rest of a job's group that cannot be seen
constexpr std::int64_t longest_kill_ms = 5000; // some do not end even then: they wait for a disk that does not answer
constexpr std::int64_t orphan_empty_ms = 200;  // a command that is just being started does not have its mark yet
constexpr int most_open = 65536;

void close_between(int first, int last)
{
    if (first > last)
        return;
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, static_cast<unsigned>(first), static_cast<unsigned>(last), 0U) == 0)
        return;
#endif
    for (int fd = first; fd <= std::min(last, most_open); ++fd)
        ::close(fd);
}

std::int64_t now_ms()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

std::uint64_t number_at(const char* text)
{
    std::uint64_t out = 0;
    for (; *text >= '0' && *text <= '9'; ++text)
        out = out * 10 + static_cast<std::uint64_t>(*text - '0');
    return *text == '\0' || *text == ' ' ? out : 0;
}

pid_t process_at(const char* text) { return static_cast<pid_t>(number_at(text)); }

struct ProcessStat
{
    pid_t id = 0, parent = 0, group = 0;
    bool runs = false; ///< and is none of us
};

ssize_t read_some(int fd, char* to, std::size_t size)
{
    ssize_t got = 0;
    while ((got = ::read(fd, to, size)) < 0 && errno == EINTR) {
    }
    return got;
}

// `pid (name) state parent group ...`: the name may have parentheses of its own.
ProcessStat stat_of(int folder, pid_t id)
{
    ProcessStat out{id, 0, 0, false};
    const int file = ::openat(folder, "stat", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return out;
    std::array<char, 512> text{};
    const auto got = read_some(file, text.data(), text.size() - 1);
    ::close(file);
    const std::string_view all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    const auto name = all.find('(');
    const auto end = all.rfind(')');
    if (name == std::string_view::npos || end == std::string_view::npos || end + 4 >= all.size())
        return out;
    const char state = all[end + 2];
    const auto second = all.find(' ', end + 4);
    out.parent = process_at(all.data() + end + 4);
    out.group = second == std::string_view::npos ? 0 : process_at(all.data() + second + 1);
    out.runs = std::strchr("ZXx", state) == nullptr && all.substr(name + 1, end - name - 1) != own_name;
    return out;
}

class Supervisor
{
public:
    Supervisor(const char* mark, int orders) : m_mark(mark), m_orders(orders) {}

    [[noreturn]] void run()
    {
        m_sees = sees_processes();
        for (int look_ms = first_look_ms;;) {
            if (m_number != 0 && has_ended())
                ::_exit(0);
            const bool ordered = listen(m_number != 0 ? look_ms : -1);
            look_ms = ordered ? first_look_ms : std::min(2 * look_ms, longest_look_ms);
            if (m_kill_at != 0 && now_ms() >= m_kill_at)
                begin(SIGKILL);
        }
    }

private:
    // The /proc of another namespace of processes has other numbers than kill().
    static bool sees_processes()
    {
        std::array<char, 32> own{};
        return ::readlink("/proc/self", own.data(), own.size() - 1) > 0 && process_at(own.data()) == ::getpid();
    }

    bool has_ended()
    {
        const bool any = m_sees ? signal_seen() : signal_unseen();
        const auto now = now_ms();
        if (m_number == SIGKILL && now >= m_end_at)
            return true;
        if (any)
            m_empty_since = 0;
        else if (m_orders != -1)
            return true;
        else if (m_empty_since == 0)
            m_empty_since = now;
        return !any && now - m_empty_since >= orphan_empty_ms;
    }

    // True: there was one, or the program is gone.
    bool listen(int at_most_ms)
    {
        pollfd orders{m_orders, POLLIN, 0}; // -1 when the program is gone: it never answers
        if (::poll(&orders, 1, at_most_ms) <= 0)
            return false;
        Order order;
        const auto got = ::read(m_orders, &order, sizeof order);
        if (got < 0)
            return false;
        if (got != sizeof order) { // nobody is there who could keep a guard
            ::close(m_orders);
            m_orders = -1;
            if (m_number != SIGKILL) {
                begin(SIGTERM);
                m_kill_at = now_ms() + orphan_grace_ms;
            }
            return true;
        }
        m_group = order.group;
        if (m_job == 0 && order.job > 0)
            watch(order.job);
        if (order.what != Order::What::watch && m_number != SIGKILL)
            begin(order.what == Order::What::kill ? SIGKILL : SIGTERM);
        return true;
    }

    void watch(pid_t job)
    {
        m_job = job;
#ifdef SYS_pidfd_open
        m_job_file = static_cast<int>(::syscall(SYS_pidfd_open, job, 0U));
#endif
    }

    void begin(int number)
    {
        if (number == SIGKILL && m_number != SIGKILL)
            m_end_at = now_ms() + longest_kill_ms;
        m_number = number;
        m_kill_at = 0;
    }

    // A dead job keeps its number while the program lives: only its file shows the end.
    bool job_runs() const
    {
        if (m_job_file < 0)
            return m_job > 0 && ::kill(m_job, 0) == 0;
        pollfd job{m_job_file, POLLIN, 0};
        return ::poll(&job, 1, 0) == 0;
    }

    bool is_job(pid_t id) const { return id == m_job && (m_job_file < 0 ? m_orders != -1 : job_runs()); }

    // Once for each signal; SIGKILL as long as there is somebody. It reaches also those that start just now.
    bool signal_group()
    {
        m_group_hears = m_group_number != m_number;
        m_group_number = m_number;
        if (!m_group_hears && m_number != SIGKILL)
            return ::kill(-m_group, 0) == 0;
        const bool any = ::kill(-m_group, m_number) == 0;
        (void)::kill(-m_group, SIGCONT); // a stopped one cannot end
        return any;
    }

    bool signal_job()
    {
        m_alive = m_found_count = 0;
        found(m_job, false);
        return m_alive > 0;
    }

    // False: nothing of the job runs that may be signalled.
    bool signal_unseen()
    {
        bool any = m_group > 0 && signal_group();
        const bool job = job_runs();
        if (m_group == 0 && job)
            any = signal_job();
        if (job || m_orders == -1 || m_job_file < 0)
            return any;
        // The dead job is still a member of its group: who else is one cannot be asked.
        if (m_number == SIGTERM && m_kill_at == 0)
            m_kill_at = now_ms() + unseen_grace_ms;
        return any && m_number == SIGTERM;
    }

    // The same.
    bool signal_seen()
    {
        // Without the program another one may get the group's number when the last member has gone.
        m_in_group = m_group > 0 && m_orders != -1;
        if (m_group > 0 && m_orders == -1) {
            m_signals = false;
            scan();
            m_signals = true;
            m_in_group = m_group_seen;
        }
        m_group_hears = false;
        if (m_in_group)
            (void)signal_group();
        scan();
        return m_alive > 0;
    }

    void scan()
    {
        m_found_count = m_alive = 0;
        m_group_seen = false;
        const int all = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (all < 0)
            return;
        alignas(8) std::array<char, 8192> entries{};
        for (long got = 0; (got = ::syscall(SYS_getdents64, all, entries.data(), entries.size())) > 0;) {
            for (long at = 0; at < got;) {
                std::uint16_t length = 0; // of ino, off, reclen, type, name
                std::memcpy(&length, entries.data() + at + 16, sizeof length);
                look_at(all, entries.data() + at + 19);
                at += length;
            }
        }
        ::close(all);
    }

    void look_at(int all, const char* name)
    {
        const pid_t id = process_at(name);
        const int folder = id > 0 ? ::openat(all, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        if (folder < 0)
            return;
        const auto process = stat_of(folder, id);
        if (process.runs && is_of_job(process, folder)) {
            m_group_seen = m_group_seen || process.group == m_group;
            found(id, m_in_group && process.group == m_group);
        }
        ::close(folder);
    }

    bool is_of_job(const ProcessStat& process, int folder) const
    {
        const auto* const end = m_found.data() + std::min(m_found_count, m_found.size());
        return (m_in_group && process.group == m_group) || is_job(process.id)
               || std::find<const pid_t*>(m_found.data(), end, process.parent) != end || has_mark(folder);
    }

    bool has_mark(int folder) const
    {
        const int file = ::openat(folder, "environ", O_RDONLY | O_CLOEXEC);
        if (file < 0)
            return false;
        const std::string_view mark(m_mark, std::strlen(m_mark) + 1); // with its end
        std::array<char, 8192> text{};
        bool has = false;
        std::size_t kept = 0; // of the piece before: the mark may stand across two
        for (ssize_t got = 0; !has && (got = read_some(file, text.data() + kept, text.size() - kept)) > 0;) {
            const std::size_t size = kept + static_cast<std::size_t>(got);
            has = std::string_view(text.data(), size).find(mark) != std::string_view::npos;
            kept = std::min(size, mark.size() - 1);
            std::memmove(text.data(), text.data() + size - kept, kept);
        }
        ::close(file);
        return has;
    }

    // A second SIGTERM means something else to many programs.
    void found(pid_t id, bool in_group)
    {
        if (m_found_count < m_found.size())
            m_found[m_found_count] = id;
        ++m_found_count;
        if (!m_signals)
            return;
        const bool again = m_number == SIGTERM && has_heard(id);
        if (::kill(id, again || (in_group && m_group_hears) ? 0 : m_number) != 0)
            return; // gone, or another user's: nobody can wait for that one
        ++m_alive;
        if (!again)
            (void)::kill(id, SIGCONT); // a stopped one cannot end
    }

    // And has from now on.
    bool has_heard(pid_t id)
    {
        const auto* const end = m_reported.data() + m_reported_count;
        if (std::find<const pid_t*>(m_reported.data(), end, id) != end)
            return true;
        if (m_reported_count < m_reported.size())
            m_reported[m_reported_count++] = id;
        return false;
    }

    const char* m_mark;
    int m_orders;
    pid_t m_group = 0, m_job = 0;
    int m_job_file = -1;        ///< readable when the job has ended
    int m_number = 0;           ///< what all of the job get; 0: nothing
    int m_group_number = 0;     ///< what the group got last
    bool m_sees = false;        ///< /proc is of use
    bool m_signals = true;      ///< else a scan only finds
    bool m_in_group = false;    ///< who is in the group belongs to the job
    bool m_group_hears = false; ///< the group got its signal for this scan
    bool m_group_seen = false;  ///< the scan has found a member of the group
    std::int64_t m_kill_at = 0, m_end_at = 0, m_empty_since = 0;
    std::array<pid_t, 1024> m_found{}, m_reported{};
    std::size_t m_found_count = 0, m_reported_count = 0;
    std::size_t m_alive = 0; ///< of those found: may be signalled
};

// The copied command line is that of the program, which `pkill -f` finds. Its place is in fields 48 and 49 of `stat`.
void drop_words()
{
    std::array<char, 2048> text{};
    const int file = ::open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    const auto got = read_some(file, text.data(), text.size() - 1);
    ::close(file);
    const std::string_view all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    std::size_t at = all.rfind(')');
    for (int field = 2; field < 48 && at != std::string_view::npos; ++field)
        at = all.find(' ', at + 1);
    const auto next = at == std::string_view::npos ? at : all.find(' ', at + 1);
    if (next == std::string_view::npos)
        return;
    const auto begin = number_at(all.data() + at + 1), end = number_at(all.data() + next + 1);
    if (begin == 0 || end <= begin)
        return;
    auto* const words = reinterpret_cast<char*>(begin); // NOLINT: the kernel gives it as a number
    std::memset(words, 0, end - begin);
    std::memcpy(words, own_name, std::min<std::size_t>(end - begin - 1, std::strlen(own_name)));
}

[[noreturn]] void supervise(const char* mark, int orders)
{
    // Connections to stores would stay open here after the program's death, and readers of its output would wait for us.
    const int kept = orders > STDERR_FILENO ? orders : ::fcntl(orders, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept < 0)
        ::_exit(1);
    close_between(STDIN_FILENO, kept - 1);
    close_between(kept + 1, INT_MAX);
    ::prctl(PR_SET_NAME, own_name);
    drop_words();
    ::setpgid(0, 0); // nor what is sent to the program's group
    (void)!::chdir("/");
    Supervisor(mark, kept).run();
}

} // namespace

pid_t fork_supervisor(const char* mark, int orders)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t id = ::fork();
    if (id == 0)
        supervise(mark, orders);
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return id;
}

} // namespace lockdesk
