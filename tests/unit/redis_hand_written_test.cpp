// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Rows written and deleted with redis-cli while they are read.
#include "tests/unit/redis_fixture.h"

#include <algorithm>

namespace lockdesk::test {

class RedisHandWrittenTest : public RedisTest
{
protected:
    static bool shows(const std::vector<LockRow>& rows, const std::string& name)
    {
        return std::any_of(rows.begin(), rows.end(), [&](const LockRow& row) { return row.name == name; });
    }
};

TEST_F(RedisHandWrittenTest, AppearAndVanishInLists)
{
    init();
    SessionOptions options;
    options.read_only = true;
    auto reader = open(options);
    auto writer = open();
    ASSERT_RESULT(writer->locks().acquire(wish("ours", "o", "r")));
    by_hand({"HSET", "lockdesk:lock:by hand", "owner", "me", "token", "5", "expires_at", "9000000000000000"});
    for (auto* session : {reader.get(), writer.get()}) {
        const auto rows = session->locks().list({});
        ASSERT_RESULT(rows);
        ASSERT_EQ(rows->rows.size(), 2U);
        EXPECT_EQ(rows->rows[0].name, "by hand");
        EXPECT_EQ(rows->rows[0].doubt, "");
    }
    by_hand({"DEL", "lockdesk:lock:by hand"});
    by_hand({"DEL", "lockdesk:lock:ours"});
    EXPECT_TRUE(reader->locks().list({})->rows.empty());
    EXPECT_EQ(asked_by_hand({"ZCARD", "lockdesk:locks"}), "1") << "a read-only session cleans nothing";
    EXPECT_TRUE(writer->locks().list({})->rows.empty());
    EXPECT_EQ(asked_by_hand({"ZCARD", "lockdesk:locks"}), "0");
}

TEST_F(RedisHandWrittenTest, AppearAndVanishForAnObserver)
{
    init();
    ASSERT_RESULT(open()->locks().acquire(wish("ours", "o", "r")));
    SessionOptions options;
    options.read_only = true;
    auto session = open(options);
    ChangeCursor cursor;
    std::vector<LockRow> locks;
    const auto poll = [&] {
        const auto batch = session->changes().since(cursor, Entities::all(), 1000);
        if (!batch)
            throw std::runtime_error(batch.failure().message);
        cursor = batch->next;
        if (batch->snapshot)
            locks.clear();
        for (const LockRow& row : batch->locks)
            if (!shows(locks, row.name))
                locks.push_back(row);
    };
    poll();
    EXPECT_TRUE(shows(locks, "ours"));
    by_hand({"HSET", "lockdesk:lock:hand", "owner", "me", "token", "5"});
    by_hand({"DEL", "lockdesk:lock:ours"});
    EXPECT_TRUE(await(
        [&] {
            poll();
            return shows(locks, "hand") && !shows(locks, "ours");
        },
        8s));
    by_hand({"DEL", "lockdesk:lock:hand"});
    EXPECT_TRUE(await(
        [&] {
            poll();
            return locks.empty();
        },
        8s));
}

TEST_F(RedisHandWrittenTest, AreFoundAmongManyKeysOfOthers)
{
    init();
    auto context = dial();
    for (int i = 0; i < 30'000; ++i)
        redisAppendCommand(context.get(), "SET other:%d x", i);
    for (int i = 0; i < 30'000; ++i) {
        void* reply = nullptr;
        ASSERT_EQ(redisGetReply(context.get(), &reply), REDIS_OK);
        freeReplyObject(reply);
    }
    by_hand({"HSET", "lockdesk:lock:needle", "owner", "me", "token", "5"});
    const auto rows = open()->locks().list({});
    ASSERT_RESULT(rows);
    EXPECT_TRUE(shows(rows->rows, "needle"));
}

} // namespace lockdesk::test
