// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/process/process.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockdesk {

namespace {

constexpr std::string_view mark_name = "LOCKDESK_JOB";
constexpr std::chrono::seconds longest_supervision{7}; // after the order to kill: it ends in 5 s, when it can

// An unlinked file with the input: unlike a pipe it never blocks us, and a child that does not read it kills nobody.
std::FILE* input_file(const std::string& text)
{
    std::FILE* file = std::tmpfile();
    if (file == nullptr)
        return nullptr;
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0
        || ::lseek(::fileno(file), 0, SEEK_SET) != 0) {
        (void)std::fclose(file);
        return nullptr;
    }
    return file;
}

std::vector<std::string> environment_of(const ProcessRequest& request, const std::string& mark)
{
    std::vector<std::string> out{mark};
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        bool replaced = text.starts_with(mark_name) && text.substr(mark_name.size()).starts_with('=');
        for (const auto& [name, value] : request.environment)
            replaced = replaced || (text.size() > name.size() && text[name.size()] == '=' && text.starts_with(name));
        if (!replaced)
            out.emplace_back(text);
    }
    for (const auto& [name, value] : request.environment)
        out.push_back(name + "=" + value);
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (auto& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// Signals as at the start of a program: our blocked and ignored ones are not its business.
void set_attributes(posix_spawnattr_t& attributes, bool own_group)
{
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD})
        sigaddset(&usual, number);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
                                                             | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
}

// Nobody else has it: a program's number, when, and which of its jobs.
std::string new_mark(Runtime& runtime)
{
    static std::atomic<int> jobs = 0;
    return std::string(mark_name) + "=" + std::to_string(::getpid()) + "-"
           + std::to_string(runtime.wall().time_since_epoch().count()) + "-" + std::to_string(++jobs);
}

int exit_status(const siginfo_t& info) { return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status; }

Failure system_failure(const std::string& what) { return Failure::internal(what + ": " + std::strerror(errno)).try_again(); }

// Then the system forgets a child's status.
bool forgets_children()
{
    struct sigaction child = {};
    return ::sigaction(SIGCHLD, nullptr, &child) == 0 && (child.sa_handler == SIG_IGN || (child.sa_flags & SA_NOCLDWAIT) != 0);
}

// 0, or an errno.
int start(const ProcessRequest& request, const std::string& mark, std::FILE* input, pid_t& id)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (input != nullptr)
        posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
    if (request.output >= 0 || request.output_to_error)
        posix_spawn_file_actions_adddup2(&actions, request.output >= 0 ? request.output : STDERR_FILENO, STDOUT_FILENO);
    if (request.error >= 0)
        posix_spawn_file_actions_adddup2(&actions, request.error, STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    // Connections to stores are not the child's: it would keep them open after our death.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
    set_attributes(attributes, request.own_group);
    auto arguments = request.arguments;
    auto environment = environment_of(request, mark);
    const int error = ::posix_spawnp(&id, arguments.front().c_str(), &actions, &attributes, pointers(arguments).data(),
                                     pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

} // namespace

std::vector<std::string> shell_command(std::string command) { return {"/bin/sh", "-c", std::move(command)}; }

struct Process::Supervision
{
    pid_t id = -1;
    int orders = -1; ///< its end is the sign that we have ended
};

// Before the job, so that there is no moment in which nobody would end it.
Answer<Process::Supervision> Process::supervise(const std::string& mark)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return system_failure("no way to watch the command");
    const pid_t id = fork_supervisor(mark.c_str(), ends[1]);
    Failure failure = system_failure("no process to watch the command");
    ::close(ends[1]);
    if (id > 0)
        return Supervision{id, ends[0]};
    ::close(ends[0]);
    return failure;
}

Answer<std::unique_ptr<Process>> Process::spawn(Runtime& runtime, const ProcessRequest& request)
{
    if (request.arguments.empty())
        return Failure::usage("no command is given");
    if (forgets_children()) {
        errno = ECHILD;
        return system_failure("no status of the command would be known: SIGCHLD is ignored");
    }
    std::FILE* input = request.input ? input_file(*request.input) : nullptr;
    if (request.input && input == nullptr)
        return system_failure("no temporary file for the command's input");
    const auto mark = new_mark(runtime);
    const auto supervision = supervise(mark);
    pid_t id = 0;
    const int error = supervision ? start(request, mark, input, id) : 0;
    if (input != nullptr)
        (void)std::fclose(input);
    if (!supervision)
        return supervision.failure();
    if (error == 0)
        return std::unique_ptr<Process>(new Process(runtime, id, request.own_group, *supervision));
    (void)::kill(supervision->id, SIGKILL);
    (void)::waitpid(supervision->id, nullptr, 0);
    ::close(supervision->orders);
    return Failure::usage("cannot start '" + request.arguments.front() + "': " + std::strerror(error));
}

Process::Process(Runtime& runtime, pid_t id, bool own_group, const Supervision& supervision)
    : m_runtime(runtime), m_id(id), m_own_group(own_group), m_supervisor(supervision.id), m_orders(supervision.orders)
{
    order(Order::What::watch);
    m_reaper = std::thread([this] { reap(); });
}

Process::~Process()
{
    finish();
    m_reaper.join();
    ::close(m_orders);
}

// Its number, which is that of its group, stays its own until the supervisor has ended.
void Process::reap()
{
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    {
        const std::lock_guard lock(m_mutex);
        m_job_ended = true;
        if (!m_ordered) // what it leaves behind is left alone
            (void)::kill(m_supervisor, SIGKILL);
    }
    siginfo_t supervisor{};
    while (::waitid(P_PID, static_cast<id_t>(m_supervisor), &supervisor, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    {
        const std::lock_guard lock(m_mutex);
        for (const pid_t one : {m_supervisor, m_id})
            while (::waitpid(one, nullptr, 0) < 0 && errno == EINTR) {
            }
        m_status = exit_status(info);
    }
    m_ended_bell.ring();
}

std::optional<int> Process::ended()
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void Process::order(Order::What what)
{
    const std::lock_guard lock(m_mutex);
    const bool watch = what == Order::What::watch;
    if (m_status || (m_job_ended && !m_ordered))
        return;
    const Order order{what, m_own_group ? m_id : 0, m_id};
    const bool sent = ::send(m_orders, &order, sizeof order, MSG_NOSIGNAL) == sizeof order;
    m_ordered = m_ordered || !watch;
    if (sent || watch || m_job_ended)
        return;
    // Somebody has killed the supervisor.
    const pid_t to = m_own_group ? -m_id : m_id;
    (void)::kill(to, what == Order::What::kill ? SIGKILL : SIGTERM);
    (void)::kill(to, SIGCONT); // a stopped one cannot end
}

std::optional<int> Process::await(const std::stop_token& stop, SteadyPoint until)
{
    while (!ended() && m_runtime.wait(m_ended_bell, stop, until) == Woken::rung) {
    }
    return ended();
}

ProcessEnd Process::end(Duration grace)
{
    if (const auto status = ended())
        return {*status, false};
    order(Order::What::terminate);
    if (!await({}, steady_after(m_runtime.now(), grace)))
        finish();
    return {*ended(), true};
}

void Process::finish()
{
    order(Order::What::kill);
    while (!await({}, steady_after(m_runtime.now(), longest_supervision)))
        give_up();
}

// Of a job that lives, its own end is waited for; of a dead one, not what hinders the supervisor.
void Process::give_up()
{
    const std::lock_guard lock(m_mutex);
    if (m_job_ended && !m_status)
        (void)::kill(m_supervisor, SIGKILL);
}

ProcessEnd Process::wait(const EndReasons& reasons)
{
    if (const auto status = await(reasons.stop, reasons.until))
        return {*status, false};
    return end(reasons.grace);
}

} // namespace lockdesk
