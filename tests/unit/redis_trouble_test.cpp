// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Servers that hang, die, refuse access or send nonsense.
#include "tests/unit/redis_fixture.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockdesk::test {

namespace {

using Clock = std::chrono::steady_clock;

SessionOptions quick()
{
    SessionOptions options;
    options.timeout = 500ms;
    return options;
}

/// Sends the same text to every client, whatever is asked.
class Babbler
{
public:
    explicit Babbler(std::string text) : m_text(std::move(text)), m_socket(socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        bind(m_socket, reinterpret_cast<sockaddr*>(&address), size);
        getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        ::listen(m_socket, 5);
        m_thread = std::thread([this] {
            for (;;) {
                const int client = accept(m_socket, nullptr, nullptr);
                if (client < 0)
                    return;
                char c[4096];
                (void)!read(client, c, sizeof c);
                (void)!write(client, m_text.data(), m_text.size());
                ::close(client);
            }
        });
    }
    ~Babbler()
    {
        shutdown(m_socket, SHUT_RDWR);
        ::close(m_socket);
        m_thread.join();
    }
    std::string url() const { return "redis://127.0.0.1:" + std::to_string(m_port); }

private:
    std::string m_text;
    int m_socket;
    int m_port = 0;
    std::thread m_thread;
};

} // namespace

class RedisTroubleTest : public RedisTest
{
};

TEST_F(RedisTroubleTest, AFrozenServerEndsEveryCallInTime)
{
    init();
    auto session = open(quick());
    auto reader = open(quick());
    auto idle = open(quick());
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    m_server->freeze();
    auto begin = Clock::now();
    const auto write = session->locks().acquire(wish("b", "o", "r"));
    EXPECT_LT(Clock::now() - begin, 1500ms);
    EXPECT_TRUE(write.is_in_doubt());
    EXPECT_TRUE(write.failure().connection_lost);
    begin = Clock::now();
    const auto read = reader->locks().list({});
    EXPECT_LT(Clock::now() - begin, 1500ms);
    ASSERT_TRUE(read.is_error());
    EXPECT_EQ(read.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(read.failure().retryable);
    begin = Clock::now();
    const auto greeting = try_open(quick());
    EXPECT_LT(Clock::now() - begin, 1500ms);
    EXPECT_EQ(greeting.failure().kind, FailureKind::unavailable);
    m_server->thaw();
    const auto again = session->locks().acquire(wish("b", "o", "r"));
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 1) << "asked again with the same request";
    ASSERT_RESULT(idle->locks().list({}));
}

TEST_F(RedisTroubleTest, AServerThatAScriptKeepsBusyDoesNotSayWhoItIs)
{
    init();
    ASSERT_EQ(asked_by_hand({"CONFIG", "SET", "busy-reply-threshold", "1"}), "OK");
    const auto endless = dial();
    // Only sent: its reply arrives with the kill.
    redisAppendCommand(endless.get(), "EVAL %s 0", "while true do end");
    int done = 0;
    while (done == 0)
        ASSERT_EQ(redisBufferWrite(endless.get(), &done), REDIS_OK);
    ASSERT_TRUE(await([&] { return asked_by_hand({"INFO", "server"}).starts_with("BUSY"); }));
    const auto refused = try_open(quick());
    ASSERT_TRUE(refused.is_error()) << "a session without the server's version, run_id and role";
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(refused.failure().code, "BUSY");
    EXPECT_TRUE(refused.failure().retryable);
    EXPECT_EQ(asked_by_hand({"SCRIPT", "KILL"}), "OK");
    EXPECT_TRUE(await([&] { return try_open(quick()).is_result(); }));
}

TEST_F(RedisTroubleTest, InterruptCutsACallAndAllLaterOnes)
{
    init();
    SessionOptions patient;
    patient.timeout = 60s;
    auto session = open(patient);
    m_server->freeze();
    std::atomic<bool> begun = false;
    std::thread waker([&] {
        while (!begun)
            std::this_thread::yield();
        // Whether it arrives before or during the wait, it must interrupt the call.
        session->interrupt();
    });
    const auto begin = Clock::now();
    begun = true;
    const auto cut = session->locks().acquire(wish("a", "o", "r"));
    waker.join();
    EXPECT_LT(Clock::now() - begin, 5s);
    EXPECT_FALSE(cut.is_result());
    const auto later = session->locks().list({});
    EXPECT_LT(Clock::now() - begin, 5s);
    ASSERT_TRUE(later.is_error());
    m_server->thaw();
    EXPECT_FALSE(session->locks().list({}).is_result());
}

TEST_F(RedisTroubleTest, ARestartedServerIsFoundAgain)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    m_server->stop();
    const auto down = session->locks().list({});
    ASSERT_TRUE(down.is_error());
    EXPECT_EQ(down.failure().kind, FailureKind::unavailable);
    m_server->restart();
    const auto up = session->locks().list({});
    ASSERT_RESULT(up);
    EXPECT_EQ(up->rows.size(), 1U) << "the test's server keeps an append-only file";
}

TEST_F(RedisTroubleTest, ReadOnlySessionIsRefusedByTheServer)
{
    init();
    ASSERT_RESULT(open()->locks().acquire(wish("a", "o", "r")));
    SessionOptions options;
    options.read_only = true;
    auto session = open(options);
    for (const char* name : {"a", "b"}) {
        const auto refused = session->locks().acquire(wish(name, "p", "r"));
        ASSERT_TRUE(refused.is_error());
        EXPECT_EQ(refused.failure().kind, FailureKind::read_only) << refused.failure().message;
        EXPECT_EQ(refused.failure().code, "ERR") << "the server's own word";
    }
    const auto rows = session->locks().list({});
    ASSERT_RESULT(rows);
    EXPECT_EQ(rows->rows.size(), 1U);
    EXPECT_EQ(session->admin().drop_schema().failure().kind, FailureKind::read_only);
    EXPECT_EQ(session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), ""}).failure().kind,
              FailureKind::read_only);
}

TEST_F(RedisTroubleTest, PasswordsAndPermissions)
{
    init();
    by_hand(
        {"ACL",        "SETUSER", "watcher",         "on",          ">s3cret",      "~lockdesk:*",  "allchannels", "-@all",
         "+auth",      "+select", "+client|setname", "+info",       "+evalsha_ro",  "+script|load", "+time",       "+get",
         "+hget",      "+hmget",  "+hgetall",        "+exists",     "+zrange",      "+zcard",       "+zcount",     "+zscore",
         "+xrevrange", "+xlen",   "+smembers",       "+scard",      "+scan",        "+dbsize",      "+fcall_ro",   "+mget",
         "+llen",      "+lrange", "+subscribe",      "+psubscribe", "+punsubscribe"});
    by_hand({"ACL", "SETUSER", "nobody", "on", ">s3cret", "-@all", "+auth", "+info"});
    const auto wrong = store(url_with("watcher:wr0ng"))->open({});
    ASSERT_TRUE(wrong.is_error());
    EXPECT_EQ(wrong.failure().kind, FailureKind::refused);
    EXPECT_EQ(wrong.failure().code, "WRONGPASS");
    EXPECT_EQ(wrong.failure().message.find("wr0ng"), std::string::npos);

    auto barred = open_at(url_with("nobody:s3cret"));
    const auto refused = barred->locks().list({});
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::refused);
    EXPECT_NE(refused.failure().message.find("docs/stores/redis.md"), std::string::npos);

    // The user of the address, or nobody: never the default user, who may do more.
    by_hand({"ACL", "SETUSER", "reader", "on", "nopass", "~lockdesk:*", "-@all", "+auth", "+info", "+@read", "+client|setname"});
    EXPECT_EQ(open_at(url_with("reader"))->locks().acquire(wish("b", "o", "r")).failure().kind, FailureKind::refused);
    for (const char* login : {"unknown", "watcher", "watcher:"})
        EXPECT_EQ(store(url_with(login))->open({}).failure().code, "WRONGPASS") << login;

    ASSERT_RESULT(open()->locks().acquire(wish("a", "o", "r")));
    SessionOptions options;
    options.read_only = true;
    auto watcher = open_at(url_with("watcher:s3cret"), options);
    const auto rows = watcher->locks().list({});
    ASSERT_RESULT(rows);
    EXPECT_EQ(rows->rows.size(), 1U);
    ASSERT_RESULT(watcher->tasks().list({}));
    ASSERT_RESULT(watcher->tasks().counts(10));
    ASSERT_RESULT(watcher->outbox().list({}));
    ASSERT_RESULT(watcher->outbox().backlog());
    ASSERT_RESULT(watcher->workers().list({}));
    ASSERT_RESULT(watcher->fence().list_refusals({}));
    ASSERT_RESULT(watcher->audit().list({}));
    ASSERT_RESULT(watcher->locks().list_waiters({}));
    ASSERT_RESULT(watcher->changes().since({}, Entities::all(), 100));
    ASSERT_RESULT(watcher->admin().clock(3));
    EXPECT_FALSE(watcher->locks().acquire(wish("b", "o", "r")).is_result());
    ASSERT_RESULT(store(url_with("watcher:s3cret"))->listen({}, options));

    by_hand({"CONFIG", "SET", "requirepass", "top"});
    const auto unasked = try_open();
    ASSERT_TRUE(unasked.is_error());
    EXPECT_EQ(unasked.failure().kind, FailureKind::refused);
    setenv("REDISCLI_AUTH", "top", 1);
    const auto from_environment = try_open();
    unsetenv("REDISCLI_AUTH");
    EXPECT_TRUE(from_environment.is_result());
}

TEST_F(RedisTroubleTest, UnreachableSaysWhere)
{
    const auto answer = store("redis://127.0.0.1:" + std::to_string(free_port()))->open(quick());
    ASSERT_TRUE(answer.is_error());
    EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
    EXPECT_NE(answer.failure().message.find("127.0.0.1"), std::string::npos);
    EXPECT_FALSE(store("redis://no-such-host.invalid")->open(quick()).is_result());
    EXPECT_EQ(open_redis_store(StoreUrl::parse("redis://h/notanumber").value()).failure().kind, FailureKind::usage);
    EXPECT_FALSE(store(m_server->url().substr(0, m_server->url().rfind('/')) + "/99")->open({}).is_result());
}

TEST_F(RedisTroubleTest, NonsenseIsAClearFailure)
{
    for (const char* text : {"HTTP/1.1 400 Bad Request\r\n\r\n", "$100\r\nshort", "*3\r\n", "", "\0\0\0\0"}) {
        const Babbler babbler{text};
        const auto answer = store(babbler.url())->open(quick());
        ASSERT_TRUE(answer.is_error()) << text;
        EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
        EXPECT_FALSE(answer.failure().message.empty());
    }
}

TEST_F(RedisTroubleTest, AReplyThatNeverEndsDoesNotFillTheMemory)
{
    const std::size_t size = 200 << 20;
    for (const std::string& begin : {"$" + std::to_string(size) + "\r\n", std::string("*1000\r\n$" + std::to_string(size) + "\r\n")}) {
        const Babbler babbler{begin + std::string(size, 'x') + "\r\n"};
        auto options = quick();
        options.timeout = 60s;
        const auto answer = store(babbler.url())->open(options);
        ASSERT_TRUE(answer.is_error());
        EXPECT_NE(answer.failure().message.find("a reply of more than 128 MiB"), std::string::npos) << answer.failure().message;
    }
}

TEST_F(RedisTroubleTest, OddRecordsStopVerbsButNotLists)
{
    init();
    auto session = open();
    by_hand({"SET", "lockdesk:lock:text", "not a hash"});
    by_hand({"HSET", "lockdesk:lock:odd", "owner", "me", "token", "five", "expires_at", "9000000000000000"});
    by_hand({"HSET", "lockdesk:lock:bare", "owner", "me", "token", "5"});
    by_hand({"HSET", "lockdesk:lock:binary", "owner", std::string("\xFF\x00\xFE", 3), "token", "1"});
    const auto rows = session->locks().list({});
    ASSERT_RESULT(rows);
    ASSERT_EQ(rows->rows.size(), 4U);
    EXPECT_EQ(rows->rows[0].name, "bare");
    EXPECT_EQ(rows->rows[0].doubt, "");
    EXPECT_FALSE(rows->rows[0].expires_at);
    EXPECT_EQ(rows->rows[0].token, FencingToken(5));
    EXPECT_EQ(rows->rows[2].doubt, "token");
    EXPECT_EQ(rows->rows[2].owner, "me");
    EXPECT_EQ(rows->rows[3].doubt, "type");
    for (const char* name : {"text", "odd"}) {
        const auto answer = session->locks().acquire(wish(name, "o", "r"));
        ASSERT_TRUE(answer.is_error()) << name;
        EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
        EXPECT_FALSE(answer.failure().message.empty());
    }
    const auto busy = session->locks().acquire(wish("bare", "o", "r"));
    ASSERT_RESULT(busy);
    EXPECT_EQ(busy->result, AcquireResult::busy) << "no expiry at all";
    EXPECT_EQ(asked_by_hand({"GET", "lockdesk:lock:text"}), "not a hash");

    ASSERT_RESULT(session->tasks().add(std::vector{task("t1"), task("t2"), task("t3")}));
    by_hand({"DEL", "lockdesk:task:t1"});
    by_hand({"SET", "lockdesk:task:t1", "text"});
    by_hand({"DEL", "lockdesk:task:t2"});
    const auto tasks = session->tasks().list({});
    ASSERT_RESULT(tasks);
    ASSERT_EQ(tasks->rows.size(), 2U);
    EXPECT_EQ(tasks->rows[0].doubt, "type");
    const auto taken = session->tasks().claim(claim("w", 10, "c"));
    ASSERT_RESULT(taken);
    ASSERT_EQ(taken->size(), 1U);
    EXPECT_EQ(taken->front().id, "t3");
}

} // namespace lockdesk::test
