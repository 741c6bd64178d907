// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// On every server a URL's TLS options are met, or the connection is refused with the reason.
#include "tests/unit/tls_fixture.h"

#include "backends/mongodb/mongodb_store.h"
#include "backends/redis/redis_store.h"
#include "backends/redlock/redlock_store.h"
#include "tests/support/await.h"
#include "tests/support/local_listener.h"

#include <arpa/inet.h>
#include <atomic>
#include <map>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;

/// Accepts connections and never sends anything.
class Silence
{
public:
    [[nodiscard]] std::string at(const std::string& scheme) const
    {
        return scheme + "://127.0.0.1:" + std::to_string(m_listener.port());
    }

private:
    LocalListener m_listener;
};

Answer<std::unique_ptr<Session>> open_at(const StoreRegistry::Factory& open, const std::string& url, Duration timeout = 10s)
{
    const auto parsed = StoreUrl::parse(url);
    if (!parsed)
        return parsed.failure();
    const auto store = open(*parsed);
    if (!store)
        return store.failure();
    SessionOptions options;
    options.timeout = timeout;
    options.without_schema = true;
    return (*store)->open(options);
}

std::string says(const Answer<std::unique_ptr<Session>>& answer)
{
    return answer ? "it was opened" : answer.failure().message;
}

} // namespace

class TlsTest : public testing::TestWithParam<TlsStore>
{
protected:
    // One server per certificate for all cases of a store.
    static TestServer& server(const std::string& certificate = "server", bool client = false)
    {
        const std::string key = std::string(GetParam().name) + " " + certificate + (client ? " client" : "");
        auto& one = all()[key];
        if (!one)
            one = GetParam().start(certificate, client);
        return *one;
    }
    static std::map<std::string, std::unique_ptr<TestServer>>& all()
    {
        static std::map<std::string, std::unique_ptr<TestServer>> servers;
        return servers;
    }
    static void TearDownTestSuite() { all().clear(); }

    static std::string url(const std::string& options, TestServer& of = server())
    {
        return with_options(GetParam().url(of), options);
    }
    static Answer<std::unique_ptr<Session>> open(const std::string& options, TestServer& of = server())
    {
        return open_at(GetParam().open, url(options, of));
    }
    static void expect_refused(const Answer<std::unique_ptr<Session>>& answer, const std::string& reason)
    {
        ASSERT_FALSE(answer) << "opened, and should be refused: " << reason;
        EXPECT_EQ(answer.failure().kind, FailureKind::refused) << says(answer);
        EXPECT_EQ(answer.failure().code, "TLS");
        EXPECT_FALSE(answer.failure().retryable);
        EXPECT_NE(says(answer).find(reason), std::string::npos) << says(answer);
    }
    static std::string ca() { return "tls-ca=" + certificates().authority(); }
};

TEST_P(TlsTest, VerifiedByAddressAndByName)
{
    for (const std::string& options : {"tls=verify&" + ca(), ca(), "tls=verify&" + ca() + "&tls-name=db.example",
                                       "tls=TRUE&" + ca(), GetParam().own_verify}) {
        const auto session = open(options);
        ASSERT_TRUE(session) << options << ": " << says(session);
        EXPECT_TRUE((*session)->admin().clock(1)) << options;
    }
}

TEST_P(TlsTest, EncryptedAlone)
{
    for (const std::string& options : {std::string("tls=require"), GetParam().own_require}) {
        const auto session = open(options);
        ASSERT_TRUE(session) << options << ": " << says(session);
    }
}

TEST_P(TlsTest, AVerbAndLargeAnswersGoThrough)
{
    const auto session = open("tls=verify&" + ca());
    ASSERT_TRUE(session) << says(session);
    ASSERT_TRUE((*session)->admin().create_schema());
    const AcquireRequest wish{LockName::trusted("job"), OwnerId::trusted("me"), 30s, RequestId::trusted("r")};
    const auto taken = (*session)->locks().acquire(wish);
    ASSERT_TRUE(taken) << taken.failure().message;
    std::vector<NewTask> tasks;
    for (int i = 0; i < 500; ++i)
        tasks.push_back({TaskId::trusted("t" + std::to_string(i)), TaskKind::trusted("k"), Phase::trusted("p")});
    for (NewTask& task : tasks)
        task.payload = std::string(1000, 'x');
    ASSERT_TRUE((*session)->tasks().add(tasks));
    ListRequest request;
    request.limit = 1000;
    const auto rows = (*session)->tasks().list(request);
    ASSERT_TRUE(rows) << rows.failure().message;
    EXPECT_EQ(rows->rows.size(), 500U);
    EXPECT_TRUE((*session)->locks().release(LockName::trusted("job"), OwnerId::trusted("me"), *taken->token));
    ASSERT_TRUE((*session)->admin().drop_schema());
}

TEST_P(TlsTest, AnUnknownAuthorityIsRefused)
{
    expect_refused(open("tls=verify&tls-ca=" + certificates().other_authority()), "unknown authority");
    expect_refused(open("tls-ca=" + certificates().other_authority()), "unknown authority");
    expect_refused(open("tls=require&tls-ca=" + certificates().other_authority()), "unknown authority");
    expect_refused(open("tls=verify"), "unknown authority"); // the system's certificate store
}

TEST_P(TlsTest, AnotherNameIsRefused)
{
    // libpq verifies itself, with its own messages.
    const bool libpq = std::string(GetParam().name) == "postgres";
    expect_refused(open("tls=verify&" + ca() + "&tls-name=other.example"),
                   libpq ? "does not match host name \"other.example\"" : "another name than other.example");
    expect_refused(open("tls=verify&" + ca(), server("elsewhere")),
                   libpq ? "does not match host name \"127.0.0.1\"" : "another name than 127.0.0.1");
    EXPECT_TRUE(open("tls=verify&" + ca() + "&tls-name=elsewhere.example", server("elsewhere")));
}

TEST_P(TlsTest, AnExpiredCertificateIsRefused)
{
    if (std::string(GetParam().name) == "mongodb")
        GTEST_SKIP() << "mongod does not start with one; see TlsMongoTest";
    expect_refused(open("tls=verify&" + ca(), server("expired")), "has expired");
    EXPECT_TRUE(open("tls=require", server("expired"))) << "nobody asked for more";
}

TEST_P(TlsTest, APlainServerIsRefused)
{
    const auto plain = GetParam().start_plain();
    const auto address = plain->url().substr(0, plain->url().find('?'));
    for (const std::string& options :
         {std::string("tls=require"), "tls=verify&" + ca(), GetParam().own_require, GetParam().own_verify})
        expect_refused(open_at(GetParam().open, with_options(address, options)), "does not speak TLS");
    EXPECT_TRUE(open_at(GetParam().open, with_options(address, "tls=off")));
}

TEST_P(TlsTest, AClientCertificateIsShown)
{
    TestServer& asking = server("server", true);
    const auto& files = certificates();
    const std::string with = "&tls-cert=" + files.file("client.crt") + "&tls-key=" + files.file("client.key");
    const auto session = open("tls=verify&" + ca() + with, asking);
    EXPECT_TRUE(session) << says(session);
    EXPECT_TRUE(open("tls=verify&" + ca() + "&tls-cert=" + files.file("client.pem"), asking)) << "both in one file";
    const auto without = open("tls=verify&" + ca(), asking);
    ASSERT_FALSE(without);
    // MariaDB and MongoDB do not name what is missing: one refuses the user, the other ends the connection.
    const std::map<std::string, std::string> reasons{{"redis", "asks for a client certificate"},
                                                     {"postgres", "valid client certificate"},
                                                     {"mariadb", "Access denied"},
                                                     {"mongodb", "tls-cert"}};
    EXPECT_NE(says(without).find(reasons.at(GetParam().name)), std::string::npos) << says(without);
}

TEST_P(TlsTest, FilesAndContradictionsAreUsage)
{
    for (const auto& [options, named] : std::vector<std::pair<std::string, std::string>>{
             {"tls=verify&tls-ca=/no/such/file", "tls-ca"},
             {"tls=perhaps", "tls"},
             {"tls=", "tls"},
             {"tls=off&" + ca(), "tls-ca"},
             {"tls=verify&tls-key=" + certificates().file("client.key"), "tls-key"},
             {"tls=verify&tls=off", "tls"},
             {"tls=verify&TLS=off", "TLS"},
             {"tls-name=", "tls-name"},
             {"tls=verify&sslmod=require", "sslmod"},
         }) {
        const auto address = url({});
        const auto answer = open_at(GetParam().open, address.substr(0, address.find(':')) + "://127.0.0.1:1/0?" + options);
        ASSERT_FALSE(answer) << options;
        EXPECT_EQ(answer.failure().kind, FailureKind::usage) << options << ": " << says(answer);
        EXPECT_NE(says(answer).find("'" + named + "'"), std::string::npos) << says(answer);
    }
}

INSTANTIATE_TEST_SUITE_P(Stores, TlsTest, testing::ValuesIn(tls_stores()),
                         [](const auto& store) { return std::string(store.param.name); });

// mongod refuses to start with an expired certificate; openssl's own server does not.
TEST(TlsMongoTest, AnExpiredCertificateIsRefused)
{
    const auto& files = certificates();
    const int port = free_port();
    ChildProcess server({find_program("openssl"), "s_server", "-accept", "127.0.0.1:" + std::to_string(port), "-cert",
                         files.file("expired.crt"), "-key", files.file("expired.key"), "-quiet"});
    const auto url = "mongodb://127.0.0.1:" + std::to_string(port) + "/x?tls=true&tlsCAFile=" + files.authority();
    std::string message;
    ASSERT_TRUE(await([&] {
        const auto answer = open_at(open_mongodb_store, url, 2s);
        message = says(answer);
        return !answer && answer.failure().kind == FailureKind::refused;
    })) << message;
    EXPECT_NE(message.find("has expired"), std::string::npos) << message;
}

TEST(TlsVersionTest, NothingOlderThanTls12)
{
    const auto& files = certificates();
    const int port = free_port();
    ChildProcess server({find_program("openssl"), "s_server", "-accept", "127.0.0.1:" + std::to_string(port), "-cert",
                         files.file("server.crt"), "-key", files.file("server.key"), "-tls1_1", "-cipher", "ALL:@SECLEVEL=0",
                         "-quiet"});
    const auto url = "rediss://127.0.0.1:" + std::to_string(port) + "?tls-ca=" + files.authority();
    std::string message;
    ASSERT_TRUE(await([&] {
        const auto answer = open_at(open_redis_store, url, 2s);
        message = says(answer);
        return !answer && answer.failure().kind == FailureKind::refused;
    })) << message;
    EXPECT_NE(message.find("TLS 1.2"), std::string::npos) << message;
}

TEST(TlsSilenceTest, AHandshakeEndsInTimeAndIsCut)
{
    const Silence silence;
    for (const auto& [scheme, open] : {std::pair<std::string, StoreRegistry::Factory>{"rediss", open_redis_store},
                                       std::pair<std::string, StoreRegistry::Factory>{"mongodb", open_mongodb_store}}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto answer = open_at(open, silence.at(scheme) + (scheme == "mongodb" ? "/x?tls=verify" : ""), 500ms);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 1500ms) << scheme;
        ASSERT_FALSE(answer) << scheme;
        EXPECT_EQ(answer.failure().kind, FailureKind::unavailable) << says(answer);
        EXPECT_TRUE(answer.failure().retryable);
    }
    const auto store = open_redis_store(StoreUrl::parse(silence.at("rediss")).value()).value();
    SessionOptions patient;
    patient.timeout = 60s;
    patient.connect_later = true;
    const auto session = std::move(store->open(patient)).value();
    std::atomic<bool> begun = false;
    std::thread waker([&] {
        while (!begun)
            std::this_thread::yield();
        session->interrupt();
    });
    const auto begin = std::chrono::steady_clock::now();
    begun = true;
    EXPECT_FALSE(session->locks().list({}));
    waker.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

class TlsRedisTest : public testing::Test
{
protected:
    TlsRedisTest()
    {
        const auto all = tls_stores();
        for (int i = 0; i < 3; ++i)
            m_servers.push_back(all.front().start("server", false));
        m_redis = all.front();
    }
    [[nodiscard]] std::string place(int i) const
    {
        const auto url = m_redis.url(*m_servers[static_cast<std::size_t>(i)]);
        return url.substr(url.find("//") + 2, url.rfind('/') - url.find("//") - 2);
    }
    TlsStore m_redis;
    std::vector<std::unique_ptr<TestServer>> m_servers;
};

TEST_F(TlsRedisTest, RedissVerifiesByDefault)
{
    EXPECT_FALSE(open_at(open_redis_store, "rediss://" + place(0)));
    const auto session = open_at(open_redis_store, "rediss://" + place(0) + "?tls-ca=" + certificates().authority());
    EXPECT_TRUE(session) << says(session);
    EXPECT_TRUE(open_at(open_redis_store, "rediss://" + place(0) + "?tls=require"));
    const auto off = open_at(open_redis_store, "rediss://" + place(0) + "?tls=off");
    ASSERT_FALSE(off);
    EXPECT_EQ(off.failure().kind, FailureKind::usage);
    const auto clear = open_at(open_redis_store, "redis://" + place(0));
    ASSERT_FALSE(clear);
    EXPECT_NE(says(clear).find("rediss://"), std::string::npos) << says(clear);
}

TEST_F(TlsRedisTest, AListenerHearsAndAServerThatIsGoneIsNoticed)
{
    const auto url = "rediss://" + place(0) + "?tls-ca=" + certificates().authority();
    const auto store = open_redis_store(StoreUrl::parse(url).value()).value();
    SessionOptions bare;
    bare.without_schema = true;
    const auto session = std::move(store->open(bare)).value();
    ASSERT_TRUE(session->admin().create_schema());
    const auto listener = std::move(store->listen({{Entity::lock, "job"}}, {})).value();
    const AcquireRequest wish{LockName::trusted("job"), OwnerId::trusted("me"), 30s, RequestId::trusted("r")};
    const auto taken = session->locks().acquire(wish);
    ASSERT_TRUE(taken);
    ASSERT_TRUE(session->locks().release(LockName::trusted("job"), OwnerId::trusted("me"), *taken->token));
    const auto heard = listener->wait(10s);
    ASSERT_TRUE(heard) << heard.failure().message;
    EXPECT_TRUE(*heard);
    ASSERT_TRUE(session->locks().list({}));
    m_servers[0]->kill();
    // A moment later the connection is checked before it is used, and nothing is sent.
    Failure gone;
    int number = 0;
    ASSERT_TRUE(await([&] {
        const auto id = std::to_string(++number);
        const auto answer =
            session->locks().acquire({LockName::trusted(id), OwnerId::trusted("me"), 30s, RequestId::trusted(id)});
        gone = answer ? Failure{} : answer.failure();
        return gone.kind == FailureKind::unavailable;
    })) << gone.message;
}

TEST_F(TlsRedisTest, RedlockTrustsItsServersInBothSpellings)
{
    const auto open = [](const StoreUrl& url) { return open_redlock_store(url, open_redis_store); };
    const std::string ca = "?tls-ca=" + certificates().authority();
    const std::string list = place(0) + "," + place(1) + "," + place(2);
    const std::string schemes = "rediss://" + place(0) + ",rediss://" + place(1) + ",rediss://" + place(2);
    for (const std::string& url :
         {"redlock://" + list + ca, "redlock://" + schemes + "/0" + ca, "redlock://" + list + "?tls=require"}) {
        const auto session = open_at(open, url);
        ASSERT_TRUE(session) << url << ": " << says(session);
        const AcquireRequest wish{LockName::trusted("job"), OwnerId::trusted("me"), 5s, RequestId::trusted("r")};
        const auto taken = (*session)->locks().acquire(wish);
        ASSERT_TRUE(taken) << taken.failure().message;
        EXPECT_EQ(taken->result, AcquireResult::acquired);
        EXPECT_TRUE((*session)->locks().release(LockName::trusted("job"), OwnerId::trusted("me"), FencingToken{}));
    }
    for (const std::string& url :
         {"redlock://" + list + "?tls-ca=" + certificates().other_authority(), "redlock://" + list + "?tls=verify"}) {
        const auto refused = open_at(open, url);
        ASSERT_FALSE(refused) << url;
        EXPECT_EQ(refused.failure().kind, FailureKind::refused) << says(refused);
        EXPECT_NE(says(refused).find("unknown authority"), std::string::npos) << says(refused);
    }
    const auto unknown = open_at(open, "redlock://" + list + "?quorum=2");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.failure().kind, FailureKind::usage);
    EXPECT_NE(says(unknown).find("'quorum'"), std::string::npos) << says(unknown);
}

} // namespace lockdesk::test
