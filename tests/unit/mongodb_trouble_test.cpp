// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Servers that hang, die or refuse access.
#include "tests/support/mongo_wire.h"
#include "tests/unit/mongodb_fixture.h"

#include <gmock/gmock.h>
#include <string>
#include <thread>

namespace lockdesk::test {

namespace {

using Clock = std::chrono::steady_clock;

SessionOptions quick()
{
    SessionOptions options;
    options.timeout = 500ms;
    return options;
}

} // namespace

class MongoTroubleTest : public MongoTest
{
protected:
    MongoTroubleTest() : MongoTest(true) {}
};

// Nothing broke and nothing was slow: the server's greeting shows the cause.
TEST(MongoNewcomerTest, AReplicaSetThatIsNotInitiatedOrHasAnotherNameIsTold)
{
    const auto member = start_mongodb_member();
    const std::string at = "mongodb://127.0.0.1:" + std::to_string(member->port()) + "/lockdesk";
    SessionOptions options;
    options.timeout = 2s;
    const auto error_of = [&](const char* ask) {
        const auto session = open_mongodb_store(StoreUrl::parse(at + ask).value()).value()->open(options);
        return session ? "it opened" : session.failure().message;
    };
    for (const char* ask : {"", "?directConnection=true"})
        EXPECT_THAT(error_of(ask), testing::HasSubstr("takes no sessions: its replica set is not initiated")) << ask;
    EXPECT_THAT(error_of("?replicaSet=rs0"), testing::HasSubstr("is not initiated"));
    mongo_initiate({member->port()});
    ASSERT_TRUE(await([&] { return mongo_state(member->port()) == MongoState::primary; }));
    EXPECT_THAT(error_of("?replicaSet=other"), testing::HasSubstr("has another name"));
}

TEST_F(MongoTroubleTest, AFrozenServerEndsEveryCallInTime)
{
    init();
    auto session = open(quick());
    auto reader = open(quick());
    auto idle = open(quick());
    ASSERT_RESULT(session->locks().acquire(wish("b", "o", "r0")));
    ASSERT_RESULT(session->locks().release(LockName::trusted("b"), OwnerId::trusted("o"), FencingToken(1), {}));
    ASSERT_RESULT(reader->locks().list({}));
    server().freeze();
    auto begin = Clock::now();
    const auto write = session->locks().acquire(wish("b", "o", "r"));
    EXPECT_LT(Clock::now() - begin, 1500ms);
    ASSERT_TRUE(write.is_in_doubt()) << write.failure().message;
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
    ASSERT_FALSE(greeting.is_result());
    EXPECT_EQ(greeting.failure().kind, FailureKind::unavailable);
    begin = Clock::now();
    idle.reset();
    EXPECT_LT(Clock::now() - begin, 1s) << "closing waits for nobody";
    server().thaw();
    Answer<Acquisition> again = Acquisition{};
    EXPECT_TRUE(await([&] {
        again = session->locks().acquire(wish("b", "o", "r"));
        return again.is_result();
    }));
    EXPECT_EQ(again->holds, 1) << "asked again with the same request";
}

TEST_F(MongoTroubleTest, InterruptCutsACallAndAllLaterOnes)
{
    init();
    auto session = open({.timeout = 60s});
    ASSERT_RESULT(session->locks().list({}));
    server().freeze();
    const auto begin = Clock::now();
    std::thread waker([&] {
        EXPECT_FALSE(await([] { return false; }, 100ms));
        session->interrupt();
    });
    const auto cut = session->locks().acquire(wish("a", "o", "r"));
    waker.join();
    EXPECT_LT(Clock::now() - begin, 5s);
    EXPECT_FALSE(cut.is_result());
    EXPECT_FALSE(session->locks().list({}).is_result());
    EXPECT_LT(Clock::now() - begin, 5s);
    server().thaw();
    EXPECT_FALSE(session->locks().list({}).is_result());
}

TEST_F(MongoTroubleTest, ARestartedServerIsFoundAgainAndNothingIsForgotten)
{
    init();
    auto session = open();
    const auto token = session->locks().acquire(wish("a", "o", "r"))->token;
    server().kill();
    const auto begin = Clock::now();
    const auto down = session->locks().acquire(wish("b", "o", "r"));
    EXPECT_LT(Clock::now() - begin, 6s);
    ASSERT_FALSE(down.is_result());
    EXPECT_EQ(down.failure().kind, FailureKind::unavailable) << "nothing was sent: " << down.failure().message;
    EXPECT_TRUE(down.failure().retryable);
    server().restart();
    const auto up = session->locks().find(LockName::trusted("a"));
    ASSERT_RESULT(up);
    EXPECT_EQ((*up)->token, token);
}

// The library checks known servers periodically during a call: a dead one must not delay it.
TEST_F(MongoTroubleTest, ADeadServerThatWasKnownForLongHoldsUpNobody)
{
    init();
    const auto url = this->url();
    const auto store = open_mongodb_store(
        *StoreUrl::parse(url + (url.find('?') == std::string::npos ? "?" : "&") + "heartbeatFrequencyMS=500"));
    ASSERT_TRUE(store.is_result());
    auto calling = *(*store)->open(quick());
    auto closing = *(*store)->open(quick());
    ASSERT_RESULT(calling->locks().list({}));
    ASSERT_RESULT(closing->locks().list({}));
    std::this_thread::sleep_until(Clock::now() + 600ms); // the library's own clock decides
    server().kill();
    auto begin = Clock::now();
    EXPECT_FALSE(calling->locks().list({}).is_result());
    calling.reset();
    EXPECT_LT(Clock::now() - begin, 3s);
    begin = Clock::now();
    closing.reset();
    EXPECT_LT(Clock::now() - begin, 1s);
}

TEST_F(MongoTroubleTest, UnreachableSaysWhereAndNeverThePassword)
{
    const auto at = "mongodb://someone:s3cret@127.0.0.1:" + std::to_string(free_port()) + "/db";
    const auto opened = store(at)->open(quick());
    ASSERT_FALSE(opened.is_result());
    EXPECT_EQ(opened.failure().kind, FailureKind::unavailable);
    EXPECT_NE(opened.failure().message.find("127.0.0.1"), std::string::npos) << opened.failure().message;
    EXPECT_EQ(opened.failure().message.find("s3cret"), std::string::npos);
    const auto odd =
        open_mongodb_store(StoreUrl::parse("mongodb://someone:s3cret@127.0.0.1/db?authMechanism=NONE-SUCH").value());
    const auto failed = odd ? (*odd)->open(quick()) : Answer<std::unique_ptr<Session>>(odd.failure());
    ASSERT_FALSE(failed.is_result());
    EXPECT_EQ(failed.failure().message.find("s3cret"), std::string::npos) << failed.failure().message;
}

// The server prevents writes of a read-only user; a read-only session already prevents them itself.
TEST(MongoAuthorizationTest, TheServerHoldsBackWhoMayOnlyRead)
{
    const auto server = start_mongodb({.settings = {"--auth"}, .may_use_existing = false}, false);
    const auto at = [&](const std::string& credentials) {
        return "mongodb://" + credentials + "127.0.0.1:" + std::to_string(server->port()) + "/db";
    };
    const auto command = [&](const std::string& credentials, const std::string& database, const std::string& json) {
        mongodb::Connection connection(
            StoreUrl::parse("mongodb://" + credentials + "127.0.0.1:" + std::to_string(server->port()) + "/" + database)
                .value(),
            "by hand", 10s);
        mongodb::Bson reply;
        connection.begin_call(10s);
        auto trouble = connection.ensure();
        if (!trouble)
            trouble = connection.command("by hand", mongodb::Bson::of_json(json), mongodb::Effect::reads, reply);
        EXPECT_FALSE(trouble) << trouble->text;
    };
    command("", "admin", R"({"createUser": "root", "pwd": "pw", "roles": ["root"]})");
    command("root:pw@", "admin", R"({"createUser": "watcher", "pwd": "pw", "roles": [{"role": "read", "db": "db"}]})");
    command("root:pw@", "admin", R"({"createUser": "worker", "pwd": "pw", "roles": [{"role": "readWrite", "db": "db"}]})");
    const auto open = [&](const std::string& credentials) {
        return open_mongodb_store(StoreUrl::parse(at(credentials) + "?authSource=admin").value())
            .value()
            ->open({.without_schema = true});
    };
    const AcquireRequest wish{LockName::trusted("a"), OwnerId::trusted("o"), 30s, RequestId::trusted("r")};
    auto worker = open("worker:pw@");
    ASSERT_RESULT(worker);
    ASSERT_RESULT((*worker)->admin().create_schema());
    ASSERT_RESULT((*worker)->locks().acquire(wish));
    auto watcher = open("watcher:pw@");
    ASSERT_RESULT(watcher);
    ASSERT_RESULT((*watcher)->locks().list({}));
    ASSERT_RESULT((*watcher)->changes().since({}, Entities::all(), 10));
    const auto refused = (*watcher)->locks().acquire(wish);
    ASSERT_FALSE(refused.is_result());
    EXPECT_EQ(refused.failure().kind, FailureKind::refused);
    auto reading = open_mongodb_store(StoreUrl::parse(at("worker:pw@") + "?authSource=admin").value())
                       .value()
                       ->open({.read_only = true});
    ASSERT_RESULT(reading);
    ASSERT_RESULT((*reading)->locks().list({}));
    EXPECT_EQ((*reading)->locks().acquire(wish).failure().kind, FailureKind::read_only);
    EXPECT_FALSE((*reading)->capabilities().server_read_only) << "it is the session that refuses";
    const auto wrong = open("worker:s3cret@");
    ASSERT_FALSE(wrong.is_result());
    EXPECT_EQ(wrong.failure().kind, FailureKind::refused) << wrong.failure().message;
    // libmongoc crashes without one.
    const auto none = open("worker@");
    ASSERT_FALSE(none.is_result());
    EXPECT_EQ(none.failure().kind, FailureKind::refused) << none.failure().message;
    EXPECT_EQ(none.failure().code, "NOPASSWORD");
    EXPECT_FALSE(open("worker:@").is_result());
    EXPECT_EQ(wrong.failure().message.find("s3cret"), std::string::npos);
    auto nobody = open("");
    const Failure refusal = nobody ? (*nobody)->locks().list({}).failure() : nobody.failure();
    EXPECT_EQ(refusal.kind, FailureKind::refused);
    EXPECT_EQ(refusal.code, "NOUSER") << refusal.message;
    EXPECT_NE(refusal.message.find("mongodb://USER@HOST"), std::string::npos) << refusal.message;
    // With its schema, as an observer opens it: at once, where another login is asked for.
    const auto observing = open_mongodb_store(StoreUrl::parse(at("")).value()).value()->open({.read_only = true});
    ASSERT_FALSE(observing.is_result());
    EXPECT_EQ(observing.failure().code, "NOUSER") << observing.failure().message;
}

} // namespace lockdesk::test
