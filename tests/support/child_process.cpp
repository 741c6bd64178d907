// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/child_process.h"

#include "tests/support/await.h"
#include "tests/support/temp_dir.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <pwd.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::test {

namespace {

// All that the child needs is prepared before fork: between fork and exec only plain system calls are safe.
struct Prepared
{
    std::vector<std::string> arguments;
    std::vector<std::string> variables;
    std::vector<char*> argv;
    std::vector<char*> envp;
    std::string input, output, error;
    uid_t uid = 0;
    gid_t gid = 0;
    bool change_user = false;
    int death_signal = SIGKILL;
};

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (auto& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

void prepare(Prepared& p, const std::vector<std::string>& command, const ChildOptions& options)
{
    p.arguments = command;
    p.variables = options.environment;
    for (char** v = environ; *v != nullptr; ++v)
        p.variables.emplace_back(*v);
    p.argv = pointers(p.arguments);
    p.envp = pointers(p.variables);
    p.input = options.input.empty() ? "/dev/null" : options.input.string();
    p.output = options.output.empty() ? "/dev/null" : options.output.string();
    p.error = options.error.string();
    p.death_signal = options.death_signal;
    if (!options.run_as.empty() && ::geteuid() == 0) {
        const auto* user = ::getpwnam(options.run_as.c_str());
        if (user == nullptr)
            throw std::runtime_error("There is no user " + options.run_as + " to run " + command.front() + " as.");
        p.uid = user->pw_uid;
        p.gid = user->pw_gid;
        p.change_user = true;
    }
}

void redirect(const std::string& path, int flags, int to)
{
    const int from = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (from >= 0)
        ::dup2(from, to);
}

[[noreturn]] void become(Prepared& p, pid_t parent)
{
    redirect(p.input, O_RDONLY, 0);
    redirect(p.output, O_WRONLY | O_CREAT | O_APPEND, 1);
    if (p.error.empty())
        ::dup2(1, 2);
    else
        redirect(p.error, O_WRONLY | O_CREAT | O_APPEND, 2);
    ::setpgid(0, 0);
    if (p.change_user && (::setgroups(0, nullptr) != 0 || ::setgid(p.gid) != 0 || ::setuid(p.uid) != 0))
        ::_exit(126);
    // After the change of user, which would clear it.
    ::prctl(PR_SET_PDEATHSIG, p.death_signal);
    if (::getppid() != parent)
        ::_exit(126);
    ::execvpe(p.argv.front(), p.argv.data(), p.envp.data());
    ::_exit(127);
}

int exit_status(int raw) { return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw); }

// PostgreSQL's backends lead their own process groups, so the kernel's list of children is used.
void collect_tree(pid_t pid, std::vector<pid_t>& into)
{
    into.push_back(pid);
    std::error_code gone;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", gone)) {
        std::ifstream children(task.path() / "children");
        for (pid_t child = 0; children >> child;)
            collect_tree(child, into);
    }
}

bool is_running(const std::filesystem::path& thread)
{
    // pid (name) state ...: the name may contain parentheses
    const std::string stat = read_file(thread / "stat");
    const auto name_end = stat.rfind(')');
    return name_end != std::string::npos && name_end + 2 < stat.size()
           && std::string_view("RSDI").find(stat[name_end + 2]) != std::string_view::npos;
}

// One thread handles the signal, and the others run until it has been scheduled: on a busy machine a server answers for a
// while after kill() has returned.
void await_stopped(pid_t pid)
{
    const std::filesystem::path tasks = "/proc/" + std::to_string(pid) + "/task";
    const bool stopped = await([&] {
        std::error_code gone;
        for (std::filesystem::directory_iterator thread(tasks, gone), end; !gone && thread != end; thread.increment(gone))
            if (is_running(thread->path()))
                return false;
        return true;
    });
    if (!stopped)
        throw std::runtime_error("Process " + std::to_string(pid) + " does not stop.");
}

// True once its memory is freed: the parent of killed processes may collect them late, or be gone itself.
bool has_ended(pid_t pid)
{
    const std::string stat = read_file("/proc/" + std::to_string(pid) + "/stat");
    const auto name_end = stat.rfind(')');
    return name_end == std::string::npos || name_end + 2 >= stat.size()
           || std::string_view("ZX").find(stat[name_end + 2]) != std::string_view::npos;
}

// PostgreSQL does not restart while a child of the killed server is attached to its shared memory.
void await_end(pid_t pid)
{
    if (!await([pid] { return has_ended(pid); }))
        throw std::runtime_error("Process " + std::to_string(pid) + " does not end.");
}

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const ChildOptions& options)
{
    Prepared prepared;
    prepare(prepared, command, options);
    const pid_t parent = ::getpid();
    m_pid = ::fork();
    if (m_pid < 0)
        throw std::runtime_error("fork: " + std::string(std::strerror(errno)));
    if (m_pid == 0)
        become(prepared, parent);
}

ChildProcess::~ChildProcess()
{
    if (running()) {
        signal_tree(SIGKILL);
        wait(std::chrono::seconds{10});
    }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_status(std::exchange(other.m_status, std::nullopt))
{
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    std::swap(m_pid, other.m_pid);
    std::swap(m_status, other.m_status);
    return *this;
}

bool ChildProcess::running()
{
    if (m_pid < 0 || m_status)
        return false;
    int raw = 0;
    if (::waitpid(m_pid, &raw, WNOHANG) == m_pid)
        m_status = exit_status(raw);
    return !m_status;
}

void ChildProcess::signal(int number)
{
    if (!running())
        return;
    ::kill(m_pid, number);
    if (number == SIGSTOP)
        await_stopped(m_pid);
}

void ChildProcess::signal_tree(int number)
{
    if (!running())
        return;
    std::vector<pid_t> tree;
    collect_tree(m_pid, tree);
    for (const pid_t pid : tree)
        ::kill(pid, number);
    for (const pid_t pid : tree)
        if (number == SIGSTOP)
            await_stopped(pid);
        else if (number == SIGKILL)
            await_end(pid);
}

std::optional<int> ChildProcess::wait(std::chrono::milliseconds at_most)
{
    if (m_pid < 0)
        return std::nullopt;
    if (!await([this] { return !running(); }, at_most))
        return std::nullopt;
    return m_status;
}

int ChildProcess::stop(int number, std::chrono::milliseconds at_most)
{
    signal_tree(SIGCONT);
    signal(number);
    if (const auto status = wait(at_most))
        return *status;
    signal_tree(SIGKILL);
    return wait(std::chrono::seconds{10}).value_or(-1);
}

ProgramResult run_program(const std::vector<std::string>& command, const std::string& input,
                          std::chrono::milliseconds at_most, ChildOptions options)
{
    const TempDir dir("lockdesk-run");
    std::ofstream(dir / "in", std::ios::binary) << input;
    options.input = dir / "in";
    options.output = dir / "out";
    options.error = dir / "err";
    ChildProcess child(command, options);
    const auto status = child.wait(at_most);
    if (!status) {
        child.signal_tree(SIGKILL);
        child.wait(std::chrono::seconds{10});
    }
    return {status.value_or(-1), read_file(dir / "out"), read_file(dir / "err")};
}

std::string find_program(const std::string& name, const std::vector<std::string>& folders)
{
    std::vector<std::string> all;
    const char* path = std::getenv("PATH");
    std::istringstream parts(path != nullptr ? path : "");
    for (std::string folder; std::getline(parts, folder, ':');)
        all.push_back(folder);
    all.insert(all.end(), folders.begin(), folders.end());
    for (const auto& folder : all) {
        auto candidate = folder + "/" + name;
        if (::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

std::string read_file(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace lockdesk::test
