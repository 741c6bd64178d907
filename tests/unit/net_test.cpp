// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/net/dial.h"
#include "backends/net/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

// A name service that blocks for one name until released.
class SlowNames
{
public:
    void wait()
    {
        std::unique_lock lock(m_mutex);
        ++m_asked;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return m_open; });
        ++m_left;
        m_changed.notify_all();
    }
    void await_question()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_asked > 0; });
    }
    // Also waits for threads inside: they write to memory that a sanitizer checks at exit.
    void open()
    {
        std::unique_lock lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return m_left == m_asked; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_asked = 0;
    int m_left = 0;
    bool m_open = false;
};

std::shared_ptr<SlowNames> slow_names;

} // namespace

// Overrides the C library's function.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result)
{
    if (node != nullptr && std::strcmp(node, "slow.example") == 0 && (hints->ai_flags & AI_NUMERICHOST) == 0) {
        slow_names->wait();
        return EAI_NONAME;
    }
    static const auto real = reinterpret_cast<decltype(&getaddrinfo)>(dlsym(RTLD_NEXT, "getaddrinfo"));
    return real(node, service, hints, result);
}

namespace lockdesk::net {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;

SteadyPoint in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

class NetTest : public testing::Test
{
protected:
    void SetUp() override { slow_names = std::make_shared<SlowNames>(); }
    std::atomic<bool> m_stop{false};
};

std::vector<std::string> all_digits(const Resolved& resolved)
{
    std::vector<std::string> out;
    for (const auto& address : resolved.addresses)
        out.push_back(digits(address));
    return out;
}

// A socket that listens on a free port of this machine.
class Listener
{
public:
    Listener() : m_fd(socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof at;
        EXPECT_EQ(bind(m_fd, reinterpret_cast<sockaddr*>(&at), size), 0);
        EXPECT_EQ(listen(m_fd, 4), 0);
        EXPECT_EQ(getsockname(m_fd, reinterpret_cast<sockaddr*>(&at), &size), 0);
        m_port = ntohs(at.sin_port);
    }
    ~Listener() { end(); }
    void end()
    {
        if (m_fd >= 0)
            close(std::exchange(m_fd, -1));
    }
    [[nodiscard]] int port() const { return m_port; }

private:
    int m_fd;
    int m_port = 0;
};

TEST_F(NetTest, AnAddressNeedsNobody)
{
    EXPECT_EQ(all_digits(resolve("127.0.0.1", 80, in(0ms), m_stop)), std::vector<std::string>{"127.0.0.1"});
    EXPECT_EQ(all_digits(resolve("::1", 0, in(0ms), m_stop)), std::vector<std::string>{"::1"});
    EXPECT_TRUE(is_address("127.0.0.1"));
    EXPECT_TRUE(is_address("::1"));
    EXPECT_FALSE(is_address("localhost"));
}

TEST_F(NetTest, ANameHasEachAddressOnce)
{
    const auto found = all_digits(resolve("localhost", 5432, in(10s), m_stop));
    EXPECT_THAT(found, Contains("127.0.0.1").Times(1));
}

TEST_F(NetTest, AnUnknownNameSaysSo)
{
    const auto resolved = resolve("nobody.invalid", 1, in(10s), m_stop);
    EXPECT_TRUE(resolved.addresses.empty());
    EXPECT_FALSE(resolved.late);
    EXPECT_THAT(resolved.trouble, HasSubstr("the name 'nobody.invalid' was not found: "));
}

TEST_F(NetTest, ANameServiceThatHangsEndsByTheDeadline)
{
    const auto begun = std::chrono::steady_clock::now();
    const auto resolved = resolve("slow.example", 1, in(50ms), m_stop);
    EXPECT_TRUE(resolved.late);
    EXPECT_TRUE(resolved.addresses.empty());
    EXPECT_THAT(resolved.trouble, HasSubstr("in time"));
    EXPECT_GE(std::chrono::steady_clock::now() - begun, 50ms);
    slow_names->open();
}

TEST_F(NetTest, AStopEndsALookUp)
{
    std::thread stopper([this] {
        slow_names->await_question();
        m_stop = true;
    });
    const auto deadline = in(30s);
    const auto dialled = dial("slow.example", 1, deadline, m_stop);
    EXPECT_EQ(dialled.fd, -1);
    EXPECT_LT(std::chrono::steady_clock::now(), deadline);
    stopper.join();
    slow_names->open();
}

TEST_F(NetTest, DialsByNameAndSaysWhoRefuses)
{
    Listener listener;
    const auto dialled = dial("localhost", listener.port(), in(10s), m_stop);
    ASSERT_GE(dialled.fd, 0) << dialled.trouble;
    close(dialled.fd);
    listener.end();
    const auto refused = dial("localhost", listener.port(), in(10s), m_stop);
    EXPECT_EQ(refused.fd, -1);
    EXPECT_EQ(refused.trouble, "localhost:" + std::to_string(listener.port()) + ": Connection refused");
}

TEST_F(NetTest, ALocalSocketIsAPath)
{
    EXPECT_THAT(dial("/nowhere/at/all", 0, in(10s), m_stop).trouble, HasSubstr("/nowhere/at/all: No such file"));
    EXPECT_THAT(dial("/" + std::string(200, 'x'), 0, in(10s), m_stop).trouble, HasSubstr("too long"));
}

} // namespace
} // namespace lockdesk::net
