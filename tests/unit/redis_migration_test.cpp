// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Migrating a store from schema 1 to 2, and replacing an older function library.
#include "backends/redis/scripts.h"
#include "tests/unit/redis_fixture.h"

namespace lockdesk::test {

class RedisMigrationTest : public RedisTest
{
protected:
    // Creates what a program of schema 1 left: rows as hashes, and its auxiliary keys.
    void leave_schema_1(const std::string& prefix) const
    {
        const std::string mark(25, 'm');
        by_hand({"SET", prefix + "schema", "1"});
        by_hand({"HSET", prefix + "meta", "epoch", "1", "created_at", "1", "token_floor", "7"});
        by_hand({"SET", prefix + "seq", "40"});
        by_hand({"HSET",          prefix + "lock:held",
                 "owner",         "a",
                 "token",         "5",
                 "holds",         "2",
                 "lease_us",      "30000000",
                 "acquired_at",   "1700000000000000",
                 "renewed_at",    "1700000000000005",
                 "expires_at",    "8000000000000000",
                 "cooling_until", "",
                 "released_at",   "",
                 "last_owner",    "",
                 "reason",        "",
                 "renewals",      "3",
                 "requests",      mark + mark});
        by_hand({"HSET",          prefix + "lock:free",
                 "owner",         "",
                 "token",         "9",
                 "holds",         "0",
                 "lease_us",      "",
                 "acquired_at",   "",
                 "renewed_at",    "",
                 "expires_at",    "",
                 "cooling_until", "",
                 "released_at",   "1700000000000000",
                 "last_owner",    "b",
                 "reason",        "",
                 "renewals",      "0",
                 "requests",      ""});
        by_hand({"HSET", prefix + "lock:forced", "owner", "", "token", "4", "holds", "0", "released_at", "1700000000000000",
                 "last_owner", "c", "reason", "it hung", "cooling_until", "8000000000000000"});
        by_hand({"HSET", prefix + "lock:odd", "owner", "d", "token", "four"});
        for (const char* name : {"held", "free", "forced", "odd"}) {
            by_hand({"ZADD", prefix + "locks", "0", name});
            by_hand({"ZADD", prefix + "ch:lock", "3", name});
        }
    }
};

TEST_F(RedisMigrationTest, SchemaOneIsBroughtUpToDateByInit)
{
    leave_schema_1("lockdesk:");
    leave_schema_1("lockdesk:sb:old:");
    by_hand({"HSET", "lockdesk:sb:old:clock", "base", "1", "set_at", "1", "rate", "1"});
    by_hand({"HSET", "lockdesk:sandboxes", "old", "1"});
    const auto before = open()->locks().acquire(wish("new", "o", "r"));
    ASSERT_TRUE(before.is_error());
    EXPECT_EQ(before.failure().kind, FailureKind::unavailable);
    EXPECT_NE(before.failure().message.find("init"), std::string::npos) << before.failure().message;
    EXPECT_FALSE(open()->locks().acquire(wish("held", "o", "r")).is_result());
    init();
    EXPECT_EQ(asked_by_hand({"GET", "lockdesk:schema"}), "2");
    EXPECT_EQ(asked_by_hand({"EXISTS", "lockdesk:ch:lock"}), "0");
    EXPECT_EQ(asked_by_hand({"HEXISTS", "lockdesk:meta", "unpacked"}), "0");
    for (const std::string prefix : {"lockdesk:", "lockdesk:sb:old:"})
        for (const char* name : {"held", "free", "forced"})
            EXPECT_EQ(asked_by_hand({"TYPE", prefix + "lock:" + name}), "string") << prefix << name;
    EXPECT_EQ(asked_by_hand({"HGET", "lockdesk:lock:odd", "token"}), "four") << "what is odd stays as it is";
    auto session = open();
    const auto rows = session->locks().list({});
    ASSERT_RESULT(rows);
    ASSERT_EQ(rows->rows.size(), 4U);
    EXPECT_EQ(rows->rows[0].name, "forced");
    EXPECT_EQ(rows->rows[0].reason, "it hung");
    EXPECT_EQ(rows->rows[0].last_owner, "c");
    EXPECT_TRUE(rows->rows[0].cooling_until);
    EXPECT_EQ(rows->rows[1].token, FencingToken(9));
    EXPECT_EQ(rows->rows[1].last_owner, "b");
    EXPECT_EQ(rows->rows[2].owner, "a");
    EXPECT_EQ(rows->rows[2].holds, 2);
    EXPECT_EQ(rows->rows[2].renewals, 3);
    EXPECT_EQ(to_us(*rows->rows[2].renewed_at), 1'700'000'000'000'005);
    EXPECT_EQ(rows->rows[3].doubt, "token");
    const auto released =
        session->locks().release(LockName::trusted("held"), OwnerId::trusted("a"), FencingToken(5), Duration{0});
    ASSERT_RESULT(released);
    EXPECT_EQ(released->result, LeaseResult::still_held);
    const auto grant = session->locks().acquire(wish("free", "o", "r"));
    ASSERT_RESULT(grant);
    EXPECT_EQ(grant->token, FencingToken(10)) << "tokens go on";
    const auto first = session->locks().acquire(wish("new", "o", "r"));
    ASSERT_RESULT(first);
    EXPECT_EQ(first->token, FencingToken(8)) << "above the floor";
    init();
    EXPECT_EQ(session->locks().list({})->rows.size(), 5U);
}

TEST_F(RedisMigrationTest, AMigrationThatWasCutShortGoesOn)
{
    leave_schema_1("lockdesk:");
    init();
    by_hand({"HSET", "lockdesk:lock:late", "owner", "", "token", "30"});
    by_hand({"ZADD", "lockdesk:locks", "0", "late"});
    by_hand({"HSET", "lockdesk:meta", "unpacked", "1"});
    const auto got = open()->locks().acquire(wish("late", "o", "r"));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->token, FencingToken(31)) << "what is not packed yet is worked with";
    by_hand({"DEL", "lockdesk:lock:late"});
    by_hand({"HSET", "lockdesk:lock:late", "owner", "", "token", "40"});
    init();
    EXPECT_EQ(asked_by_hand({"TYPE", "lockdesk:lock:late"}), "string");
    EXPECT_EQ(asked_by_hand({"HEXISTS", "lockdesk:meta", "unpacked"}), "0");
}

TEST_F(RedisMigrationTest, AnOlderLibraryIsReplacedAndANewerOneIsNot)
{
    init();
    const auto number = std::to_string(redis::library().number);
    const auto named = [&](const std::string& n) {
        return "#!lua name=lockdesk\nredis.register_function{function_name='lockdesk_library', callback=function() return {"
               + n + "} end, flags={'no-writes'}}";
    };
    by_hand({"FUNCTION", "LOAD", "REPLACE", named("0")});
    init();
    ASSERT_RESULT(open()->locks().acquire(wish("a", "o", "r")));
    EXPECT_EQ(redis::View(by_hand({"FCALL_RO", "lockdesk_library", "0"}).get())[0].str(), number);
    by_hand({"FUNCTION", "LOAD", "REPLACE", named("1000")});
    init();
    EXPECT_EQ(redis::View(by_hand({"FCALL_RO", "lockdesk_library", "0"}).get())[0].str(), "1000");
}

} // namespace lockdesk::test
