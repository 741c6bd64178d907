// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/process/process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockdesk {

namespace {

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

std::vector<std::string> environment_of(const ProcessRequest& request)
{
    std::vector<std::string> out;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        bool replaced = false;
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

int exit_status(const siginfo_t& info) { return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status; }

} // namespace

std::vector<std::string> shell_command(std::string command) { return {"/bin/sh", "-c", std::move(command)}; }

Answer<std::unique_ptr<Process>> Process::spawn(Runtime& runtime, const ProcessRequest& request)
{
    if (request.arguments.empty())
        return usage_failure("no command is given");
    std::FILE* input = request.input ? input_file(*request.input) : nullptr;
    if (request.input && input == nullptr)
        return Failure{FailureKind::internal,
                       {},
                       {},
                       true,
                       false,
                       std::string("no temporary file for the command's input: ") + std::strerror(errno)};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (input != nullptr)
        posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
    if (request.output_to_error)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    // Connections to stores are not the child's: it would keep them open after our death.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
    set_attributes(attributes, request.own_group);
    auto arguments = request.arguments;
    auto environment = environment_of(request);
    pid_t id = 0;
    const int error = ::posix_spawnp(&id, arguments.front().c_str(), &actions, &attributes, pointers(arguments).data(),
                                     pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (input != nullptr)
        (void)std::fclose(input);
    if (error != 0)
        return usage_failure("cannot start '" + request.arguments.front() + "': " + std::strerror(error));
    return std::unique_ptr<Process>(new Process(runtime, id, request.own_group));
}

Process::Process(Runtime& runtime, pid_t id, bool own_group) : m_runtime(runtime), m_id(id), m_own_group(own_group)
{
    m_reaper = std::thread([this] { reap(); });
}

Process::~Process()
{
    if (!ended())
        signal(SIGKILL);
    m_reaper.join();
}

void Process::reap()
{
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    {
        const std::lock_guard lock(m_mutex);
        (void)::waitpid(m_id, nullptr, 0);
        m_status = exit_status(info);
    }
    m_ended_bell.ring();
}

std::optional<int> Process::ended()
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void Process::signal(int number)
{
    const std::lock_guard lock(m_mutex);
    if (!m_status)
        (void)::kill(m_own_group ? -m_id : m_id, number);
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
    signal(SIGTERM);
    signal(SIGCONT); // a stopped one cannot end
    if (!await({}, steady_after(m_runtime.now(), grace)))
        signal(SIGKILL);
    return {*await({}, SteadyPoint::max()), true};
}

ProcessEnd Process::wait(const EndReasons& reasons)
{
    if (const auto status = await(reasons.stop, reasons.until))
        return {*status, false};
    return end(reasons.grace);
}

} // namespace lockdesk
