// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A malicious server: it requests a file of this computer, or stops in the middle of TLS.
#include "backends/mariadb/connection.h"
#include "backends/mariadb/link.h"
#include "backends/mariadb/mariadb_store.h"
#include "tests/support/await.h"
#include "tests/support/local_listener.h"
#include "tests/support/temp_dir.h"

#include <atomic>
#include <fstream>
#include <gtest/gtest.h>
#include <mutex>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;

constexpr const char* secret_of_the_operator = "TOP-SECRET-OF-THE-OPERATOR";

/// Greets like MariaDB, accepts every user, and answers every statement by requesting a file.
class FalseServer
{
public:
    enum class Manner { asks_for_file, stops_before_tls };

    FalseServer(std::string file, Manner manner)
        : m_file(std::move(file)), m_manner(manner)
    {
        m_thread = std::thread([this] {
            for (int client = 0; (client = m_listener.accept()) >= 0; ::close(client))
                serve(client);
        });
    }
    ~FalseServer()
    {
        m_ending = true;
        m_listener.end();
        m_thread.join();
    }
    FalseServer(const FalseServer&) = delete;
    FalseServer& operator=(const FalseServer&) = delete;

    [[nodiscard]] std::string url(const std::string& options = {}) const
    {
        return "mariadb://root:pw@127.0.0.1:" + std::to_string(m_listener.port()) + "/db" + options;
    }
    [[nodiscard]] int asked() const { return m_asked; }
    [[nodiscard]] std::string heard() const
    {
        const std::lock_guard lock(m_mutex);
        return m_heard;
    }

private:
    static void send_packet(int client, const std::string& body, int number)
    {
        std::string out;
        for (const unsigned shift : {0U, 8U, 16U})
            out += static_cast<char>(body.size() >> shift);
        out += static_cast<char>(number);
        out += body;
        (void)!::send(client, out.data(), out.size(), MSG_NOSIGNAL);
    }

    static std::string greeting(bool tls)
    {
        std::string out = "\x0a";
        out += std::string("5.5.5-10.11.6-MariaDB") + '\0';
        out += std::string("\x01\x00\x00\x00", 4) + "12345678" + '\0';
        // All capabilities that a client may want, with or without TLS.
        const unsigned low = 0xf7fe & ~0x0800U & ~0x0020U, ssl = tls ? 0x0800U : 0U;
        const unsigned all = low | ssl;
        out += static_cast<char>(all);
        out += static_cast<char>(all >> 8);
        out += std::string("\x2d\x02\x00\xff\x81\x15", 6);
        out += std::string(10, '\0') + "123456789012" + '\0' + "mysql_native_password" + '\0';
        return out;
    }

    /// Reads a packet's body, which is recorded, and its number.
    bool read_packet(int client, int& number)
    {
        const auto whole = [&](std::string& to, std::size_t size) {
            to.assign(size, '\0');
            for (std::size_t got = 0; got < size;) {
                const auto n = ::recv(client, to.data() + got, size - got, 0);
                if (n <= 0)
                    return false;
                got += static_cast<std::size_t>(n);
            }
            return true;
        };
        std::string head, body;
        if (!whole(head, 4))
            return false;
        const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(head[i])); };
        number = static_cast<int>(byte(3));
        if (!whole(body, byte(0) | byte(1) << 8 | byte(2) << 16))
            return false;
        const std::lock_guard lock(m_mutex);
        m_heard += body;
        return true;
    }

    void serve(int client)
    {
        send_packet(client, greeting(m_manner == Manner::stops_before_tls), 0);
        int number = 0;
        if (!read_packet(client, number))
            return;
        if (m_manner == Manner::stops_before_tls) {
            char c = 0;
            while (!m_ending && ::recv(client, &c, 1, 0) > 0) {
            }
            return;
        }
        send_packet(client, std::string("\x00\x00\x00\x02\x00\x00\x00", 7), number + 1);
        while (read_packet(client, number)) {
            ++m_asked;
            send_packet(client, "\xfb" + m_file, number + 1);
            // Reads the file's packets up to the empty one that ends them.
            for (std::size_t before = heard().size(); read_packet(client, number) && heard().size() > before;)
                before = heard().size();
            send_packet(client, std::string("\x00\x00\x00\x02\x00\x00\x00", 7), number + 1);
        }
    }

    const std::string m_file;
    const Manner m_manner;
    LocalListener m_listener;
    std::atomic<bool> m_ending = false;
    std::atomic<int> m_asked = 0;
    mutable std::mutex m_mutex;
    std::string m_heard;
    std::thread m_thread;
};

} // namespace

class MariaDbFalseServerTest : public testing::Test
{
protected:
    MariaDbFalseServerTest() { std::ofstream(m_dir / "secret") << secret_of_the_operator << '\n'; }
    [[nodiscard]] std::string secret() const { return (m_dir / "secret").string(); }
    TempDir m_dir;
};

TEST_F(MariaDbFalseServerTest, NoFileIsGivenWhateverOpensTheConnection)
{
    const FalseServer server(secret(), FalseServer::Manner::asks_for_file);
    const auto url = StoreUrl::parse(server.url()).value();
    const auto store = open_mariadb_store(url).value();
    int asked = 0;
    for (const char* source : {"lockdesk", "dist_lock", "shedlock", "named", "skip-locked"}) {
        SessionOptions options;
        options.timeout = 3s;
        options.source = source;
        const auto session = store->open(options);
        EXPECT_FALSE(session) << source;
        EXPECT_GT(server.asked(), asked) << source << " asked the server nothing, so that this shows nothing";
        asked = server.asked();
        EXPECT_EQ(server.heard().find(secret_of_the_operator), std::string::npos) << source;
    }
    // Session locks, held messages and lessons' statements use their own connections, made like this one.
    auto options = mariadb::connect_options(url, {});
    options.by_hand = true;
    mariadb::Connection own(options, std::make_shared<mariadb::Interrupter>());
    EXPECT_TRUE(own.open(std::chrono::steady_clock::now() + 3s));
    EXPECT_GT(server.asked(), asked);
    EXPECT_EQ(server.heard().find(secret_of_the_operator), std::string::npos);
}

TEST_F(MariaDbFalseServerTest, AHandshakeThatStopsEndsInTimeAndIsCut)
{
    const FalseServer server({}, FalseServer::Manner::stops_before_tls);
    const auto store = open_mariadb_store(StoreUrl::parse(server.url("?tls=verify")).value()).value();
    SessionOptions options;
    options.timeout = 700ms;
    const auto begin = std::chrono::steady_clock::now();
    const auto late = store->open(options);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 1700ms);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.failure().kind, FailureKind::unavailable) << late.failure().message;
    EXPECT_NE(late.failure().message.find("in time"), std::string::npos) << late.failure().message;

    const auto interrupter = std::make_shared<mariadb::Interrupter>();
    mariadb::Connection patient(mariadb::connect_options(store->url(), {}), interrupter);
    std::atomic<bool> begun = false;
    std::thread waker([&] {
        while (!begun)
            std::this_thread::yield();
        interrupter->interrupt();
    });
    begun = true;
    const auto cut = patient.open(std::chrono::steady_clock::now() + 60s);
    waker.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->cause, mariadb::Trouble::Cause::interrupted);
}

TEST_F(MariaDbFalseServerTest, NoPasswordIsSentToAServerWithoutTls)
{
    for (const char* wish : {"?tls=require", "?tls=verify", "?ssl-mode=REQUIRED", "?ssl=1"}) {
        const FalseServer server(secret(), FalseServer::Manner::asks_for_file);
        const auto store = open_mariadb_store(StoreUrl::parse(server.url(wish)).value()).value();
        SessionOptions options;
        options.timeout = 3s;
        const auto refused = store->open(options);
        ASSERT_FALSE(refused) << wish;
        EXPECT_EQ(refused.failure().kind, FailureKind::refused) << wish << ": " << refused.failure().message;
        EXPECT_NE(refused.failure().message.find("does not speak TLS"), std::string::npos) << refused.failure().message;
        EXPECT_EQ(server.heard(), "") << wish << ": not even the user's name";
    }
}

} // namespace lockdesk::test
