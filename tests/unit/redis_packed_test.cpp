// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The packed row, the function library and the log of changes.
#include "backends/redis/packed_lock.h"
#include "backends/redis/scripts.h"
#include "tests/unit/redis_fixture.h"

#include <algorithm>
#include <set>

namespace lockdesk::test {

class RedisPackedTest : public RedisTest
{
protected:
    std::string commands_of(const std::string& command) const
    {
        const auto stats = asked_by_hand({"INFO", "commandstats"});
        const auto at = stats.find("cmdstat_" + command + ":calls=");
        return at == std::string::npos
                   ? "0"
                   : stats.substr(at + command.size() + 15, stats.find(',', at) - at - command.size() - 15);
    }
    static std::set<std::string> names_of(const ChangeBatch& batch)
    {
        std::set<std::string> out;
        for (const LockRow& row : batch.locks)
            out.insert(row.name);
        return out;
    }
};

TEST_F(RedisPackedTest, RowsAreReadAsTheyWereWritten)
{
    init();
    auto session = open();
    const auto name = LockName::trusted("n");
    const std::string owner(200, 'o');
    const auto got = session->locks().acquire(wish("n", owner.c_str(), "r", 10s));
    ASSERT_RESULT(got);
    EXPECT_EQ(asked_by_hand({"TYPE", "lockdesk:lock:n"}), "string");
    const auto text = asked_by_hand({"GET", "lockdesk:lock:n"}); // the fields are views into it
    auto lock = redis::unpack_lock(text);
    ASSERT_TRUE(lock);
    EXPECT_EQ(lock->owner, owner);
    EXPECT_EQ(lock->token, 1);
    EXPECT_EQ(lock->holds, 1);
    EXPECT_EQ(lock->acquired_at, got->acquired_at);
    EXPECT_EQ(lock->ends_at, got->expires_at);
    EXPECT_EQ(lock->lease, Duration{10s});
    EXPECT_FALSE(lock->stamped_at);
    const auto shown = by_hand({"FCALL_RO", "lockdesk_show", "1", "lockdesk:lock:n"});
    EXPECT_EQ(redis::View(shown.get())[1].str(), owner);
    EXPECT_EQ(redis::View(shown.get())[3].str(), "1");
    ASSERT_RESULT(session->locks().release(name, OwnerId::trusted(owner), FencingToken(1), Duration{0}));
    const auto bytes = asked_by_hand({"GET", "lockdesk:lock:n"});
    lock = redis::unpack_lock(bytes);
    ASSERT_TRUE(lock);
    EXPECT_EQ(lock->kind, redis::PackedLock::Kind::free);
    EXPECT_TRUE(lock->stamped_at);
    for (std::size_t size = 0; size < 68; ++size)
        EXPECT_FALSE(redis::unpack_lock(bytes.substr(0, size))) << size;
    for (std::size_t at = 16; at < 41; ++at) { // no byte of a number or the kind gives an invalid value
        auto spoiled = bytes;
        spoiled[at] = static_cast<char>(0xFF);
        if (const auto read = redis::unpack_lock(spoiled)) {
            EXPECT_GE(read->token, 0);
            EXPECT_LE(read->token, 10'000'000'000'000'000);
        }
    }
}

TEST_F(RedisPackedTest, AnUnwatchedStoreNeitherLogsNorHints)
{
    init();
    auto session = open();
    const auto pair = [&](int token) {
        ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
        ASSERT_RESULT(
            session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), FencingToken(token), Duration{0}));
    };
    for (int i = 1; i <= 20; ++i)
        pair(i);
    EXPECT_EQ(asked_by_hand({"LLEN", "lockdesk:log"}), "2") << "the empty one, and the first";
    EXPECT_EQ(commands_of("publish"), "1");
    auto watcher = open();
    const auto first = watcher->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    pair(21);
    pair(22);
    EXPECT_EQ(asked_by_hand({"LLEN", "lockdesk:log"}), "3");
    EXPECT_EQ(commands_of("publish"), "2");
    const auto second = watcher->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_FALSE(second->snapshot);
    ASSERT_EQ(names_of(*second), std::set<std::string>{"a"});
    EXPECT_EQ(second->locks[0].token, FencingToken(22)) << "the row as it is, not as it was when it was logged";
}

TEST_F(RedisPackedTest, ARenewalIsLoggedAndTheReleaseAfterItStillHinted)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    auto listener = store()->listen({}, {}).value();
    ASSERT_RESULT(session->locks().renew(LockName::trusted("a"), OwnerId::trusted("o"), FencingToken(1), 60s));
    EXPECT_FALSE(*listener->wait(60ms)) << "a renewal is not worth a hint";
    EXPECT_EQ(asked_by_hand({"LLEN", "lockdesk:log"}), "3");
    ASSERT_RESULT(session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), FencingToken(1), Duration{0}));
    EXPECT_TRUE(*listener->wait(5s));
}

TEST_F(RedisPackedTest, WhoWaitsIsWokenThoughNobodyObserves)
{
    init();
    auto session = open();
    for (int i = 1; i <= 3; ++i)
        for (const bool release : {false, true})
            if (release)
                ASSERT_RESULT(
                    session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), FencingToken(i), Duration{0}));
            else
                ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(session->locks().announce_wait(LockName::trusted("a"), OwnerId::trusted("w"), 10s));
    auto ear = dial();
    ask(ear.get(), {"SUBSCRIBE", "lockdesk:hint:lock:a"});
    ASSERT_RESULT(session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), FencingToken(4), Duration{0}));
    void* reply = nullptr;
    timeval limit{5, 0};
    redisSetTimeout(ear.get(), limit);
    ASSERT_EQ(redisGetReply(ear.get(), &reply), REDIS_OK) << "no hint came";
    EXPECT_EQ(redis::View(redis::ReplyPtr(static_cast<redisReply*>(reply)).get())[0].text(), "message");
}

TEST_F(RedisPackedTest, LibraryComesBackAndLogsAnew)
{
    init();
    auto session = open();
    auto watcher = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r1")));
    const auto first = watcher->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    by_hand({"FUNCTION", "FLUSH"});
    const auto again = session->locks().acquire(wish("a", "o", "r2"));
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 2);
    const auto second = watcher->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_EQ(names_of(*second), std::set<std::string>{"a"});
    by_hand({"FUNCTION", "FLUSH"});
    SessionOptions options;
    options.read_only = true;
    ASSERT_RESULT(open(options)->changes().since(second->next, Entities::all(), 100));
}

TEST_F(RedisPackedTest, WithoutTheRightToFunctionsScriptsDoTheSame)
{
    init();
    by_hand({"ACL", "SETUSER", "old", "on", ">s", "~*", "&*", "+@all", "-fcall", "-fcall_ro", "-function"});
    auto plain = open_at(url_with("old:s"));
    auto other = open();
    auto watcher = open();
    const auto first = watcher->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    ASSERT_RESULT(other->locks().acquire(wish("a", "o", "r")));
    const auto busy = plain->locks().acquire(wish("a", "p", "r"));
    ASSERT_RESULT(busy);
    EXPECT_EQ(busy->result, AcquireResult::busy);
    ASSERT_RESULT(plain->locks().acquire(wish("b", "p", "r")));
    const auto second = watcher->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_EQ(names_of(*second), (std::set<std::string>{"a", "b"}));
    ASSERT_RESULT(plain->locks().release(LockName::trusted("b"), OwnerId::trusted("p"), FencingToken(1), Duration{0}));
    const auto third = watcher->changes().since(second->next, Entities::all(), 100);
    ASSERT_RESULT(third);
    EXPECT_EQ(names_of(*third), std::set<std::string>{"b"}) << "scripts log always";
    // A client that cannot read the log gets snapshots, and misses nothing either.
    ChangeCursor cursor;
    for (int token = 2; token < 6; ++token) {
        ASSERT_RESULT(other->locks().acquire(wish("b", "q", "r")));
        const auto batch = plain->changes().since(cursor, Entities::all(), 100);
        ASSERT_RESULT(batch);
        cursor = batch->next;
        const auto b =
            std::find_if(batch->locks.begin(), batch->locks.end(), [](const LockRow& r) { return r.name == "b"; });
        ASSERT_NE(b, batch->locks.end());
        EXPECT_EQ(b->token, FencingToken(token));
        ASSERT_RESULT(
            other->locks().release(LockName::trusted("b"), OwnerId::trusted("q"), FencingToken(token), Duration{0}));
    }
}

TEST_F(RedisPackedTest, ALogThatWasDeletedBringsASnapshot)
{
    init();
    auto session = open();
    auto watcher = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    const auto first = watcher->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    by_hand({"DEL", "lockdesk:log"});
    ASSERT_RESULT(session->locks().acquire(wish("b", "o", "r")));
    ASSERT_RESULT(session->locks().acquire(wish("c", "o", "r")));
    const auto second = watcher->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_TRUE(second->snapshot);
    EXPECT_EQ(names_of(*second), (std::set<std::string>{"a", "b", "c"}));
}

TEST_F(RedisPackedTest, TheLogStaysBounded)
{
    init();
    auto session = open();
    auto watcher = open();
    const auto first = watcher->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    by_hand({"EVAL", "for i = 1, 110000 do redis.call('RPUSH', 'lockdesk:log', 'x') end", "0"});
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    EXPECT_EQ(asked_by_hand({"LLEN", "lockdesk:log"}), "100002");
    const auto second = watcher->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_TRUE(second->snapshot) << "its place is cut off";
    ASSERT_RESULT(session->locks().acquire(wish("b", "o", "r")));
    const auto third = watcher->changes().since(second->next, Entities::all(), 100);
    ASSERT_RESULT(third);
    EXPECT_FALSE(third->snapshot);
    EXPECT_EQ(names_of(*third), std::set<std::string>{"b"});
}

TEST_F(RedisPackedTest, ByHandARowExcludesAndBecomesOursWithTheFirstChange)
{
    init();
    auto session = open();
    by_hand({"HSET", "lockdesk:lock:x", "owner", "me", "token", "5"});
    const auto busy = session->locks().acquire(wish("x", "o", "r"));
    ASSERT_RESULT(busy);
    EXPECT_EQ(busy->result, AcquireResult::busy);
    ASSERT_TRUE(busy->holder);
    EXPECT_EQ(busy->holder->owner, "me");
    EXPECT_EQ(busy->holder->token, FencingToken(5));
    EXPECT_FALSE(busy->expires_at);
    EXPECT_EQ(asked_by_hand({"TYPE", "lockdesk:lock:x"}), "hash") << "who is refused changes nothing";
    const auto renewed = session->locks().renew(LockName::trusted("x"), OwnerId::trusted("me"), FencingToken(5), 10s);
    ASSERT_RESULT(renewed);
    EXPECT_EQ(renewed->result, LeaseResult::renewed);
    EXPECT_FALSE(renewed->expires_at) << "for ever is never shortened";
    EXPECT_EQ(asked_by_hand({"TYPE", "lockdesk:lock:x"}), "string");
    const auto row = session->locks().find(LockName::trusted("x"));
    ASSERT_RESULT(row);
    ASSERT_TRUE(*row);
    EXPECT_EQ((*row)->owner, "me");
    EXPECT_FALSE((*row)->expires_at);
    EXPECT_FALSE((*row)->acquired_at);
    EXPECT_EQ((*row)->renewals, 1);
    ASSERT_RESULT(session->locks().force_release(force("x", "me", 5, "by hand")));
    by_hand({"HSET", "lockdesk:lock:y", "owner", "me", "token", "8", "expires_at", "1000"});
    const auto taken = session->locks().acquire(wish("y", "o", "r"));
    ASSERT_RESULT(taken);
    EXPECT_EQ(taken->token, FencingToken(9));
    const auto all = session->locks().list({});
    ASSERT_RESULT(all);
    EXPECT_EQ(all->rows.size(), 2U);
}

TEST_F(RedisPackedTest, TheFirstTokenIsAboveTheFenceOfThatName)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->fence().admit(Resource::trusted("a"), FencingToken(70), "x"));
    by_hand({"DEL", "lockdesk:lock:a"});
    const auto got = session->locks().acquire(wish("a", "o", "r"));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->token, FencingToken(71));
    by_hand({"HSET", "lockdesk:lock:b", "owner", "", "token", "3"});
    ASSERT_RESULT(session->fence().admit(Resource::trusted("b"), FencingToken(90), "x"));
    const auto over = session->locks().acquire(wish("b", "o", "r"));
    ASSERT_RESULT(over);
    EXPECT_EQ(over->token, FencingToken(91));
}

} // namespace lockdesk::test
