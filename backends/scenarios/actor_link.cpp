// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/actor_link.h"

#include "backends/json/json.h"
#include "backends/scenarios/json.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace lockdesk::scenarios {

namespace {

constexpr auto slice = std::chrono::milliseconds{50};
constexpr auto time_to_leave = std::chrono::seconds{1};
// For an actor on another computer. One that waits inside the store sends a sign of life every second.
constexpr auto without_a_sign = std::chrono::seconds{5};

Failure gone(const std::string& why) { return Failure::unavailable(why).disconnected(); }

std::vector<std::string> environment_of(const ProcessSpec& process)
{
    std::vector<std::string> out;
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view text(*one);
        bool replaced = false;
        for (const auto& [name, value] : process.environment)
            replaced = replaced || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
        if (!replaced)
            out.emplace_back(text);
    }
    for (const auto& [name, value] : process.environment)
        out.push_back(name + "=" + value);
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (std::string& one : texts)
        out.push_back(one.data());
    out.push_back(nullptr);
    return out;
}

// Uses one socket for both directions: writing to a process that has ended is then an error, not a signal.
class ProcessLink final : public ActorLink
{
public:
    ProcessLink(pid_t id, int socket, const std::atomic<bool>& interrupted)
        : m_id(id), m_socket(socket), m_interrupted(interrupted)
    {
    }
    ~ProcessLink() override;
    ProcessLink(const ProcessLink&) = delete;
    ProcessLink& operator=(const ProcessLink&) = delete;

    Answer<Done> send(const std::string& command, const std::vector<std::string>& input) override;
    Answer<std::optional<ActorReply>> receive(SteadyPoint until) override;
    [[nodiscard]] std::vector<std::string> so_far() const override { return m_reply.lines; }
    bool signal(int number) override;
    [[nodiscard]] std::int64_t process() const override { return m_id; }

private:
    bool reap(int flags) { return ::waitpid(m_id, nullptr, flags) != 0; }
    std::optional<ActorReply> take();
    Answer<Done> read_some();

    pid_t m_id;
    int m_socket;
    const std::atomic<bool>& m_interrupted;
    std::string m_read;
    std::size_t m_looked = 0;
    ActorReply m_reply;
};

ProcessLink::~ProcessLink()
{
    ::shutdown(m_socket, SHUT_WR);
    (void)::kill(m_id, SIGCONT);
    const auto until = std::chrono::steady_clock::now() + time_to_leave;
    while (!reap(WNOHANG)) {
        if (std::chrono::steady_clock::now() > until) {
            (void)::kill(m_id, SIGKILL);
            (void)reap(0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    ::close(m_socket);
}

// Waits until a killed process is dead: its connections are closed then, and the store can notice before the next step.
bool ProcessLink::signal(int number)
{
    if (::kill(m_id, number) != 0)
        return false;
    siginfo_t ended = {};
    while (number == SIGKILL && ::waitid(P_PID, static_cast<id_t>(m_id), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    return true;
}

Answer<Done> ProcessLink::send(const std::string& command, const std::vector<std::string>& input)
{
    std::string text = command;
    if (!input.empty())
        text += " <<" + std::to_string(input.size());
    text += '\n';
    for (const std::string& line : input)
        text += line + '\n';
    for (std::size_t at = 0; at < text.size();) {
        const auto count = ::send(m_socket, text.data() + at, text.size() - at, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return gone(std::string("it does not listen any more: ") + std::strerror(errno));
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return Done{};
}

std::optional<ActorReply> ProcessLink::take()
{
    for (;;) {
        const auto end = m_read.find('\n', m_looked);
        if (end == std::string::npos) {
            m_read.erase(0, m_looked);
            m_looked = 0;
            return std::nullopt;
        }
        std::string line = m_read.substr(m_looked, end - m_looked);
        m_looked = end + 1;
        const Json json = line.find("\"done\"") != std::string::npos ? read_json<Json>(line) : Json();
        if (json.is_object() && json.value("type", "") == "done") {
            m_reply.status = json.value("status", 1);
            return std::exchange(m_reply, {});
        }
        m_reply.lines.push_back(std::move(line));
    }
}

Answer<Done> ProcessLink::read_some()
{
    char buffer[65536];
    const auto count = ::recv(m_socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count == 0)
        return gone("its process has ended");
    if (count < 0 && errno != EINTR && errno != EAGAIN)
        return gone(std::string("it cannot be read: ") + std::strerror(errno));
    if (count > 0)
        m_read.append(buffer, static_cast<std::size_t>(count));
    return Done{};
}

Answer<std::optional<ActorReply>> ProcessLink::receive(SteadyPoint until)
{
    for (;;) {
        if (auto reply = take())
            return reply;
        if (m_interrupted)
            return gone("the lesson was stopped");
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        pollfd fd{m_socket, POLLIN, 0};
        const int ready = ::poll(&fd, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, slice.count())));
        if (ready > 0) {
            if (const auto read = read_some(); !read)
                return read.failure();
        } else if (left.count() <= 0) {
            return std::optional<ActorReply>();
        }
    }
}

// Uses the mailbox in the sandbox.
class MailboxLink final : public ActorLink
{
public:
    MailboxLink(Joined joined, Session& session, const std::atomic<bool>& interrupted)
        : m_sender(std::move(joined)), m_session(session), m_interrupted(interrupted)
    {
    }
    Answer<Done> send(const std::string& command, const std::vector<std::string>& input) override
    {
        if (!input.empty())
            return gone("a command with input cannot be sent to another machine");
        return m_sender.post(m_session, command);
    }
    Answer<std::optional<ActorReply>> receive(SteadyPoint until) override
    {
        for (;;) {
            const auto reply = m_sender.await(m_session, std::min(until, m_sender.heard() + without_a_sign));
            if (!reply)
                return reply.failure();
            if (*reply)
                return std::optional(ActorReply{(*reply)->status, (*reply)->lines});
            if (m_interrupted)
                return gone("the lesson was stopped");
            const auto now = std::chrono::steady_clock::now();
            if (now >= m_sender.heard() + without_a_sign)
                return gone("no sign for 5 s");
            if (now >= until)
                return std::optional<ActorReply>();
        }
    }
    [[nodiscard]] std::vector<std::string> so_far() const override { return m_sender.so_far(); }
    bool signal(int) override { return false; }

private:
    MailboxSender m_sender;
    Session& m_session;
    const std::atomic<bool>& m_interrupted;
};

} // namespace

Answer<std::unique_ptr<ActorLink>> start_actor(const ProcessSpec& process, const std::atomic<bool>& interrupted)
{
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return Failure::internal(std::string("no socket: ") + std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO);
    // Messages of commands for people are not for an audience; failures arrive as lines.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> arguments = process.arguments, environment = environment_of(process);
    arguments.insert(arguments.begin(), process.program.string());
    pid_t id = 0;
    const int failed = ::posix_spawnp(&id, process.program.c_str(), &actions, &attributes, pointers(arguments).data(),
                                      pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(sockets[1]);
    if (failed != 0) {
        ::close(sockets[0]);
        return Failure::usage("cannot start " + process.program.string() + ": " + std::strerror(failed));
    }
    return std::unique_ptr<ActorLink>(std::make_unique<ProcessLink>(id, sockets[0], interrupted));
}

std::unique_ptr<ActorLink> joined_actor(Joined joined, Session& session, const std::atomic<bool>& interrupted)
{
    return std::make_unique<MailboxLink>(std::move(joined), session, interrupted);
}

} // namespace lockdesk::scenarios
