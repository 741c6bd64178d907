// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/process/process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace lockdesk {

namespace {

// An unlinked file with the input: unlike a pipe it never blocks us, and a child that does not read it causes no SIGPIPE.
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

/// Two ends of a stream that no program inherits.
struct Ends
{
    Ends() = default;
    ~Ends()
    {
        close_one(ours);
        close_one(theirs);
    }
    Ends(const Ends&) = delete;
    Ends& operator=(const Ends&) = delete;
    static void close_one(int& fd)
    {
        if (fd >= 0)
            ::close(std::exchange(fd, -1));
    }
    bool open_pair()
    {
        int both[2] = {-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0)
            return false;
        ours = both[0];
        theirs = both[1];
        return true;
    }
    int ours = -1, theirs = -1;
};

Failure no_process(const std::string& what)
{
    return Failure{FailureKind::internal, {}, {}, true, false, what + ": " + std::strerror(errno)};
}

// 0, or the errno of a job that could not start.
int await_start(int errors)
{
    int error = 0;
    ssize_t got = 0;
    while ((got = ::read(errors, &error, sizeof error)) < 0 && errno == EINTR) {
    }
    return got == sizeof error ? error : 0;
}

} // namespace

std::vector<std::string> shell_command(std::string command) { return {"/bin/sh", "-c", std::move(command)}; }

Answer<std::unique_ptr<Process>> Process::spawn(Runtime& runtime, const ProcessRequest& request)
{
    if (request.arguments.empty())
        return usage_failure("no command is given");
    std::FILE* input = request.input ? input_file(*request.input) : nullptr;
    if (request.input && input == nullptr)
        return no_process("no temporary file for the command's input");
    auto arguments = request.arguments;
    auto environment = environment_of(request);
    const auto argument_pointers = pointers(arguments);
    const auto environment_pointers = pointers(environment);
    Ends orders;
    Ends errors;
    pid_t id = -1;
    if (orders.open_pair() && errors.open_pair())
        id = fork_supervisor({argument_pointers.data(), environment_pointers.data(), input != nullptr ? ::fileno(input) : -1,
                              request.output_to_error, request.own_group},
                             orders.theirs, errors.theirs);
    const Failure failure = no_process("no process for the command");
    if (input != nullptr)
        (void)std::fclose(input);
    if (id < 0)
        return failure;
    Ends::close_one(errors.theirs);
    const int error = await_start(errors.ours);
    std::unique_ptr<Process> process(new Process(runtime, id, std::exchange(orders.ours, -1)));
    if (error != 0)
        return usage_failure("cannot start '" + request.arguments.front() + "': " + std::strerror(error));
    return process;
}

Process::Process(Runtime& runtime, pid_t supervisor, int orders)
    : m_runtime(runtime), m_supervisor(supervisor), m_orders(orders)
{
    m_reaper = std::thread([this] { reap(); });
}

Process::~Process()
{
    order(Order::kill);
    m_reaper.join();
    ::close(m_orders);
}

void Process::reap()
{
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(m_supervisor), &info, WEXITED) != 0 && errno == EINTR) {
    }
    {
        const std::lock_guard lock(m_mutex);
        m_status = exit_status(info);
    }
    m_ended_bell.ring();
}

std::optional<int> Process::ended()
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void Process::order(Order what) { (void)::send(m_orders, &what, sizeof what, MSG_NOSIGNAL); }

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
    order(Order::terminate);
    if (!await({}, steady_after(m_runtime.now(), grace)))
        order(Order::kill);
    return {*await({}, SteadyPoint::max()), true};
}

ProcessEnd Process::wait(const EndReasons& reasons)
{
    if (const auto status = await(reasons.stop, reasons.until))
        return {*status, false};
    return end(reasons.grace);
}

} // namespace lockdesk
