// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/process/output_tail.h"
#include "backends/process/process.h"
#ifdef LOCKDESK_WITH_HTTP
#include "backends/receivers/http_receiver.h"
#endif
#include "backends/receivers/make_receiver.h"
#include "backends/receivers/message_json.h"
#include "tests/support/await.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <arpa/inet.h>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

class ProcessTest : public testing::Test
{
protected:
    ProcessEnd run(const std::string& command, std::optional<std::string> input = {}, EndReasons reasons = {})
    {
        const auto process = Process::spawn(runtime, {.arguments = shell_command(command),
                                                      .environment = {{"LOCKDESK_TEST", "a b"}, {"OUT", out()}},
                                                      .input = std::move(input)});
        EXPECT_TRUE(process);
        return (*process)->wait(reasons);
    }
    std::string out() const { return (dir / "out").string(); }
    Answer<std::unique_ptr<Receiver>> receiver_of(std::string_view text, const std::vector<std::string>& headers = {})
    {
#ifdef LOCKDESK_WITH_HTTP
        return make_receiver(runtime, text, make_http_receiver, headers);
#else
        return make_receiver(runtime, text, nullptr, headers);
#endif
    }
    // Its parent may be slow to hear of its end.
    static bool runs(int id)
    {
        return ::kill(id, 0) == 0 && read_file("/proc/" + std::to_string(id) + "/stat").find(" Z ") == std::string::npos;
    }

    // In a process of its own, which has another user when we are root. Its status is what `call` returns.
    template <class Call>
    pid_t run_as_nobody(Call call)
    {
        EXPECT_EQ(::chmod(dir.path().c_str(), 0777), 0);
        const pid_t id = ::fork();
        if (id == 0)
            ::_exit(::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0) ? -1 : call());
        return id;
    }
    static int status_of(pid_t id)
    {
        int status = 0;
        const bool ended = await([&] { return ::waitpid(id, &status, WNOHANG) == id; });
        EXPECT_TRUE(ended);
        if (ended)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        (void)::kill(id, SIGKILL);
        (void)::waitpid(id, nullptr, 0);
        return -1;
    }
    std::stop_token stop_when(const std::filesystem::path& exists)
    {
        stopper = std::jthread([this, exists] {
            if (await([&] { return std::filesystem::exists(exists); }))
                stop.request_stop();
        });
        return stop.get_token();
    }

    SystemRuntime runtime;
    TempDir dir;
    std::stop_source stop;
    std::jthread stopper;
};

TEST_F(ProcessTest, StatusInputAndEnvironment)
{
    EXPECT_EQ(run("exit 7").status, 7);
    EXPECT_EQ(run("kill -9 $$").status, 137);
    const std::string big(1 << 20, 'x'); // more than a pipe holds, and nobody reads it
    EXPECT_EQ(run("exit 0", big).status, 0);
    EXPECT_EQ(run("cat > $OUT", big).status, 0);
    EXPECT_EQ(read_file(out()), big);
    EXPECT_EQ(run("printf %s \"$LOCKDESK_TEST\" > $OUT").status, 0);
    EXPECT_EQ(read_file(out()), "a b");
}

TEST_F(ProcessTest, NoSuchProgram)
{
    const auto process = Process::spawn(runtime, {.arguments = {"/no/such/program"}});
    ASSERT_FALSE(process);
    EXPECT_EQ(process.failure().kind, FailureKind::usage);
}

TEST_F(ProcessTest, TermThenKill)
{
    const auto soon = [&] { return steady_after(runtime.now(), 200ms); };
    auto end = run("trap 'exit 9' TERM; touch $OUT; while :; do sleep 0.05; done", {}, {{}, soon(), 10s});
    EXPECT_TRUE(end.ended_by_us);
    EXPECT_EQ(end.status, 9);
    end = run("trap '' TERM; while :; do sleep 0.05; done", {}, {{}, soon(), 300ms});
    EXPECT_TRUE(end.ended_by_us);
    EXPECT_EQ(end.status, 137);
}

TEST_F(ProcessTest, StopEndsAlsoWhatItHasStarted)
{
    std::stop_source stop;
    std::jthread stopper([&] {
        EXPECT_TRUE(await([&] { return !read_file(out()).empty(); }));
        stop.request_stop();
    });
    const auto end = run("sleep 600 & echo $! > $OUT; wait", {}, {stop.get_token(), SteadyPoint::max(), 5s});
    EXPECT_TRUE(end.ended_by_us);
    const auto child = std::stoi(read_file(out()));
    EXPECT_FALSE(runs(child)) << "wait() answers when all have ended";
}

// It has a session and a group of its own, and ignores SIGTERM.
TEST_F(ProcessTest, AnEndReachesWhatHasLeftTheGroup)
{
    std::stop_source stop;
    std::jthread stopper([&] {
        EXPECT_TRUE(await([&] { return !read_file(out()).empty(); }));
        stop.request_stop();
    });
    const auto end = run("setsid sh -c 'trap \"\" TERM; echo $$ > $OUT; while :; do sleep 0.05; done' & wait", {},
                         {stop.get_token(), SteadyPoint::max(), 300ms});
    EXPECT_EQ(end.status, 143);
    EXPECT_FALSE(runs(std::stoi(read_file(out())))) << "wait() answers when all have ended";
}

// Another user's process cannot be signalled: it is left, and nobody waits for it.
TEST_F(ProcessTest, AnEndDoesNotWaitForWhatMayNotBeSignalled)
{
    if (::getuid() != 0)
        GTEST_SKIP() << "only root can have a process that others may not signal";
    const pid_t own = run_as_nobody([&] {
        return run("echo $$ > $OUT; exec sleep 600", {}, {stop_when(dir / "go"), SteadyPoint::max(), 5s}).status;
    });
    ASSERT_TRUE(await([&] { return !read_file(out()).empty(); }));
    const pid_t group = std::stoi(read_file(out()));
    const pid_t roots = ::fork();
    if (roots == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::_exit(::setpgid(0, group) == 0 ? ::pause() : 1);
    }
    ASSERT_TRUE(await([&] { return ::getpgid(roots) == group; }));
    std::ofstream(dir / "go").flush();
    EXPECT_EQ(status_of(own), 143);
    EXPECT_EQ(::waitpid(roots, nullptr, WNOHANG), 0) << "it runs";
    (void)::kill(roots, SIGKILL);
    (void)::waitpid(roots, nullptr, 0);
}

// The environment of a program whose file may not be read may not be read either, and it has no group of its own.
TEST_F(ProcessTest, AnEndReachesWhatCannotBeSeen)
{
    const auto shell = (dir / "sh").string();
    std::filesystem::copy_file("/bin/sh", shell);
    ASSERT_EQ(::chmod(shell.c_str(), 0111), 0);
    const pid_t own = run_as_nobody([&] {
        const auto process = Process::spawn(
            runtime, {.arguments = {shell, "-c", "trap 'exit 9' TERM; touch $OUT; while :; do read line < $OUT; done"},
                      .environment = {{"OUT", out()}}, .own_group = false});
        return await([&] { return ::access(out().c_str(), F_OK) == 0; }) ? (*process)->end(5s).status : -1;
    });
    EXPECT_EQ(status_of(own), 9);
}

TEST_F(ProcessTest, WithoutStatusesOfChildrenNothingIsStarted)
{
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    const auto process = Process::spawn(runtime, {.arguments = {"true"}});
    std::signal(SIGCHLD, before);
    ASSERT_FALSE(process);
    EXPECT_EQ(process.failure().kind, FailureKind::internal);
}

TEST_F(ProcessTest, WhatAProgramLeavesBehindIsLeftAlone)
{
    EXPECT_EQ(run("sleep 600 & echo $! > $OUT; exit 3").status, 3);
    const auto left = std::stoi(read_file(out()));
    EXPECT_EQ(::kill(left, SIGKILL), 0);
}

// A reader of the output must see its end, and the next program must not keep what belongs to this one.
TEST_F(ProcessTest, NothingOfOursIsOpenInIt)
{
    const auto other = Process::spawn(runtime, {.arguments = {"sleep", "600"}});
    EXPECT_EQ(run("exec > $OUT; ls -l /proc/$$/fd; true").status, 0);
    std::size_t open = 0;
    for (std::size_t at = 0; (at = read_file(out()).find(" -> ", at)) != std::string::npos; ++at)
        ++open;
    EXPECT_EQ(open, 3U) << read_file(out());
}

TEST(MessageJson, PayloadIsJsonWhereItIsJson)
{
    MessageRow message;
    message.id = "m\"1";
    message.topic = "mail";
    message.payload = "{\"a\":[1,2.5e3,true,null,\"\\u00e9\"]}";
    message.tries = 2;
    EXPECT_EQ(message_json(message),
              "{\"id\":\"m\\\"1\",\"topic\":\"mail\",\"payload\":{\"a\":[1,2.5e3,true,null,\"\\u00e9\"]},"
              "\"tries\":2,\"created_us\":0}");
    message.payload = "hello \"you\"";
    EXPECT_NE(message_json(message).find("\"payload\":\"hello \\\"you\\\"\""), std::string::npos);
    for (const char* good : {"0", "-1.5", "\"\"", "[]", "{}", " [1 , {\"a\" : {}}] ", "1e9", "false"})
        EXPECT_TRUE(is_json(good)) << good;
    for (const char* bad : {"", "{", "01", "1.", "[1,]", "{\"a\"}", "{a:1}", "tru", "\"\n\"", "\"\\x\"", "1 2", "\"\xff\"",
                            "-", "\"\\u12\"", "nullx", "'a'"})
        EXPECT_FALSE(is_json(bad)) << bad;
    EXPECT_FALSE(is_json(std::string(5000, '[')));
}

TEST_F(ProcessTest, TheEndOfItsOutputIsKept)
{
    const auto tail_of = [&](const std::string& command, std::size_t most = 100) {
        const auto tail = OutputTail::start(most, true).value();
        const auto process =
            Process::spawn(runtime, {.arguments = shell_command(command), .output = tail->output(), .error = tail->error()});
        tail->given();
        EXPECT_TRUE(process);
        (void)(*process)->wait({});
        return tail->text();
    };
    EXPECT_EQ(tail_of("echo one; echo two >&2"), "one\ntwo");
    EXPECT_EQ(tail_of("true"), "");
    EXPECT_EQ(tail_of("seq 1 100000; echo why >&2", 40), "99996\n99997\n99998\n99999\n100000\nwhy") << "whole lines";
    EXPECT_EQ(tail_of("printf '%01000d' 7", 10), "0000000007") << "a stream has the other's share";
    EXPECT_EQ(tail_of("printf '%01000d' 7; printf '%01000d' 8 >&2", 10), "00007\n00008");
    EXPECT_EQ(tail_of("echo said; sleep 60 &"), "said") << "what is left behind does not hold it up";
}

TEST_F(ProcessTest, ExecReceiver)
{
    MessageRow message;
    message.id = "m1";
    message.payload = "{}";
    const auto deliver = [&](const std::string& command, SteadyPoint until = SteadyPoint::max()) {
        const auto receiver = receiver_of("exec:" + command);
        return (*receiver)->deliver(message, {}, until);
    };
    EXPECT_FALSE(deliver("grep -q '\"id\":\"m1\"' && test $LOCKDESK_MESSAGE_ID = m1"));
    EXPECT_EQ(deliver("exit 3"), "the command's exit status is 3");
    EXPECT_TRUE(deliver("sleep 60", steady_after(runtime.now(), 100ms)));
    EXPECT_FALSE(receiver_of("exec:"));
    EXPECT_FALSE(receiver_of("ftp://x"));
}

// It contains passwords and headers, so neither its label nor its shell's command line shows all of it.
TEST_F(ProcessTest, AReceiverIsShownWithoutItsSecrets)
{
    for (const auto& [text, label] : std::vector<std::pair<const char*, const char*>>{
             {"exec:curl -H 'Authorization: Bearer geheim' http://h", "exec:curl"},
             {"exec: ./bin/notify --password geheim", "exec:notify"},
             {"exec:TOKEN=geheim ./notify", "exec"},
             {"exec:'geheim thing'", "exec"},
             {"exec:echo$geheim", "exec"},
             {"http://me:geheim@hooks:8080/services/geheim?token=geheim", "http://hooks:8080"},
             {"https://geheim@[::1]:1/#geheim", "https://[::1]:1"},
             {"https://hooks\\@geheim", "https://hooks"},
             {"geheim", "receiver"},
             {"", "receiver"}})
        EXPECT_EQ(receiver_label(text), label) << text;
    EXPECT_EQ(receiver_of("htp://me:geheim@h").failure().message.find("geheim"), std::string::npos);
    MessageRow message;
    message.id = "m1";
    const auto receiver = receiver_of("exec:: geheim; ! tr '\\0' ' ' < /proc/$$/cmdline | grep -q gehei[m]");
    EXPECT_FALSE((*receiver)->deliver(message, {}, SteadyPoint::max())) << "the shell's own command line shows it";
}

/// Answers requests one by one with the same status and records what it received.
class TinyServer
{
public:
    explicit TinyServer(int status) : m_status(status)
    {
        m_socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(::listen(m_socket, 5), 0);
        socklen_t size = sizeof address;
        ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
        port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~TinyServer()
    {
        end();
        ::close(m_socket);
    }
    /// Returns the last client's request; serves nobody afterwards.
    std::string request()
    {
        end();
        return m_request;
    }
    int port = 0;

private:
    void end()
    {
        ::shutdown(m_socket, SHUT_RDWR);
        if (m_thread.joinable())
            m_thread.join();
    }
    void serve()
    {
        for (int client = ::accept(m_socket, nullptr, nullptr); client >= 0; client = ::accept(m_socket, nullptr, nullptr)) {
            char buffer[4096];
            m_request.clear();
            while (m_request.find("\"created_us\":0}") == std::string::npos) {
                const auto got = ::recv(client, buffer, sizeof buffer, 0);
                if (got <= 0)
                    break;
                m_request.append(buffer, static_cast<std::size_t>(got));
            }
            if (m_status != 0) {
                const auto answer =
                    "HTTP/1.1 " + std::to_string(m_status) + " X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                (void)::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
                ::close(client);
            } // 0: never answers
        }
    }
    int m_status;
    int m_socket;
    std::string m_request; ///< used by the thread until it has ended
    std::thread m_thread;
};

#ifndef LOCKDESK_WITH_HTTP
TEST_F(ProcessTest, HttpReceiverIsUnsupported)
{
    EXPECT_EQ(receiver_of("http://127.0.0.1:1/in").failure().kind, FailureKind::unsupported);
}
#else
TEST_F(ProcessTest, HttpReceiver)
{
    MessageRow message;
    message.id = "m1\r\nEvil: 1";
    message.payload = "{\"n\":1}";
    const auto deliver = [&](int status, std::string& request) {
        TinyServer server(status);
        const auto receiver = receiver_of("http://127.0.0.1:" + std::to_string(server.port) + "/in");
        auto error = (*receiver)->deliver(message, {}, steady_after(runtime.now(), 500ms));
        request = server.request();
        return error;
    };
    std::string request;
    EXPECT_FALSE(deliver(204, request));
    EXPECT_EQ(request.substr(0, 8), "POST /in");
    EXPECT_NE(request.find("Lockdesk-Message-Id: m1  Evil: 1\r\n"), std::string::npos);
    EXPECT_NE(request.find("\"payload\":{\"n\":1}"), std::string::npos);
    EXPECT_EQ(request.find("X-Team"), std::string::npos);
    {
        TinyServer server(204);
        const auto receiver =
            receiver_of("http://127.0.0.1:" + std::to_string(server.port) + "/in", {"Authorization: Bearer x y", "X-Team:a"});
        EXPECT_FALSE((*receiver)->deliver(message, {}, steady_after(runtime.now(), 500ms)));
        request = server.request();
        EXPECT_NE(request.find("Authorization: Bearer x y\r\n"), std::string::npos) << request;
        EXPECT_NE(request.find("X-Team:a\r\n"), std::string::npos) << request;
    }
    for (const char* bad : {"", "geheim", ": geheim", "A B: geheim", "A:", "A:  ", "A: b\nC: geheim", "Content-Type: geheim",
                            "LOCKDESK-message-id: geheim"}) {
        const auto receiver = receiver_of("http://127.0.0.1/in", {bad});
        ASSERT_FALSE(receiver) << bad;
        EXPECT_EQ(receiver.failure().message.find("geheim"), std::string::npos) << bad;
    }
    EXPECT_FALSE(receiver_of("exec:true", {"A: b"}));
    for (const char* bad : {"http://", "https://", "http://?geheim", "http://127.0.0.1:99999/geheim", "http://127.0.0.1:0/geheim",
                            "http://127.0.0.1:http/geheim", "http://h/a geheim"}) {
        const auto receiver = receiver_of(bad);
        ASSERT_FALSE(receiver) << bad;
        EXPECT_EQ(receiver.failure().kind, FailureKind::usage) << bad;
        EXPECT_EQ(receiver.failure().message.find("geheim"), std::string::npos) << bad;
    }
    for (const char* good : {"http://h", "https://me:geheim@[::1]:1/a?b=c#d", "http://h:65535/", "http://h\xc3\xa4user/x"})
        EXPECT_TRUE(receiver_of(good)) << good;
    EXPECT_EQ(deliver(500, request), "the receiver answered HTTP 500");
    EXPECT_EQ(deliver(302, request), "the receiver answered HTTP 302");
    EXPECT_TRUE(deliver(0, request)); // no answer in time
}
#endif

} // namespace
} // namespace lockdesk::test
