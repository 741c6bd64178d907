// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What C callers may do wrong, and older ones may not know. The verbs themselves: test_python.py, on every store.
#include "tests/support/temp_dir.h"

#include <lockdesk.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstring>
#include <string>

namespace lockdesk::test {

class CApiTest : public testing::Test
{
protected:
    CApiTest()
    {
        EXPECT_EQ(lockdesk_connect(("sqlite://" + file()).c_str(), nullptr, &m_desk, &m_error), LOCKDESK_OK)
            << m_error.message;
        EXPECT_EQ(lockdesk_init(m_desk, &m_error), LOCKDESK_OK) << m_error.message;
    }
    ~CApiTest() override { lockdesk_close(m_desk); }
    std::string file() const { return (m_dir / "c.db").string(); }

    TempDir m_dir{"lockdesk-c"};
    lockdesk_error m_error{sizeof(lockdesk_error), 0, {}, {}};
    lockdesk_desk* m_desk = nullptr;
};

constexpr std::int64_t lease = 30'000'000;

TEST_F(CApiTest, BusyIsNoErrorAndGivesNothing)
{
    lockdesk_held *mine = nullptr, *other = nullptr;
    ASSERT_EQ(lockdesk_lock(m_desk, "a", lease, 0, &mine, &m_error), LOCKDESK_OK);
    EXPECT_EQ(lockdesk_is_held(mine), 1);
    EXPECT_EQ(lockdesk_token(mine), 1);
    EXPECT_EQ(lockdesk_lock(m_desk, "a", lease, 0, &other, nullptr), LOCKDESK_NO);
    EXPECT_EQ(other, nullptr);
    EXPECT_EQ(lockdesk_release(mine, nullptr), LOCKDESK_OK);
    ASSERT_EQ(lockdesk_lock(m_desk, "a", lease, -1, &other, nullptr), LOCKDESK_OK);
    lockdesk_close(m_desk);
    m_desk = nullptr;
    EXPECT_EQ(lockdesk_is_held(other), 1) << "what was made with a desk keeps it";
    EXPECT_EQ(lockdesk_release(other, nullptr), LOCKDESK_OK);
}

TEST_F(CApiTest, NullIsAMistakeAndNoCrash)
{
    lockdesk_held* held = nullptr;
    EXPECT_EQ(lockdesk_connect(nullptr, nullptr, nullptr, nullptr), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_init(nullptr, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_lock(m_desk, nullptr, lease, 0, &held, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_lock(m_desk, "a", lease, 0, nullptr, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_require(nullptr, nullptr, nullptr, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_add(m_desk, nullptr, "t", nullptr, 3, nullptr, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(lockdesk_add(m_desk, nullptr, "t", nullptr, 0, nullptr, &m_error), LOCKDESK_OK);
    EXPECT_EQ(lockdesk_release(nullptr, &m_error), LOCKDESK_OK);
    EXPECT_EQ(lockdesk_is_held(nullptr), 0);
    EXPECT_EQ(lockdesk_token(nullptr), 0);
    lockdesk_close(nullptr);
    EXPECT_STREQ(lockdesk_version(), LOCKDESK_TEST_VERSION);
}

TEST_F(CApiTest, NoTimeIsTooLongOrTooShort)
{
    lockdesk_held* held = nullptr;
    for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, std::int64_t{299'999}})
        EXPECT_EQ(lockdesk_lock(m_desk, "a", wrong, 0, &held, &m_error), LOCKDESK_USAGE) << wrong;
    ASSERT_EQ(lockdesk_lock(m_desk, "a", INT64_MAX, INT64_MAX, &held, &m_error), LOCKDESK_OK) << m_error.message;
    EXPECT_EQ(lockdesk_is_held(held), 1);
    EXPECT_EQ(lockdesk_release(held, &m_error), LOCKDESK_OK);
    const lockdesk_options wrong{sizeof(lockdesk_options), -5, nullptr, nullptr};
    lockdesk_desk* desk = nullptr;
    EXPECT_EQ(lockdesk_connect(("sqlite://" + file()).c_str(), &wrong, &desk, &m_error), LOCKDESK_USAGE);
    EXPECT_EQ(desk, nullptr);
}

TEST_F(CApiTest, AnOlderCallersStructIsNotWrittenBeyondItsEnd)
{
    struct
    {
        lockdesk_error error;
    } old{};
    std::memset(&old, 'x', sizeof old);
    old.error.size = offsetof(lockdesk_error, code);
    lockdesk_held* held = nullptr;
    EXPECT_EQ(lockdesk_lock(m_desk, "", lease, 0, &held, &old.error), LOCKDESK_USAGE);
    EXPECT_EQ(old.error.retryable, 0) << "as much as it has room for";
    EXPECT_EQ(old.error.code[0], 'x');
    EXPECT_EQ(old.error.message[0], 'x');
    lockdesk_desk* desk = nullptr;
    lockdesk_options options{offsetof(lockdesk_options, host), 0, nullptr, reinterpret_cast<const char*>(1)};
    ASSERT_EQ(lockdesk_connect(("sqlite://" + file()).c_str(), &options, &desk, &m_error), LOCKDESK_OK);
    lockdesk_close(desk);
}

TEST_F(CApiTest, ALongMessageIsCutBetweenCharacters)
{
    std::string url = "sqlite:///";
    while (url.size() < 2000)
        url += "한";
    lockdesk_desk* desk = nullptr;
    ASSERT_NE(lockdesk_connect((url + "/x?what=1").c_str(), nullptr, &desk, &m_error), LOCKDESK_OK);
    EXPECT_EQ(desk, nullptr);
    EXPECT_LT(std::strlen(m_error.message), sizeof m_error.message);
}

TEST_F(CApiTest, AKindThatIsNotKnownIsUnsupported)
{
    lockdesk_held* held = nullptr;
    ASSERT_EQ(lockdesk_lock(m_desk, "a", lease, 0, &held, &m_error), LOCKDESK_OK);
    int anything = 0;
    lockdesk_transaction odd{sizeof(lockdesk_transaction), 99, &anything};
    EXPECT_EQ(lockdesk_require(held, &odd, nullptr, &m_error), LOCKDESK_UNSUPPORTED);
    odd = {sizeof(lockdesk_transaction), LOCKDESK_SQLITE3, nullptr};
    EXPECT_EQ(lockdesk_require(held, &odd, nullptr, &m_error), LOCKDESK_USAGE);
    lockdesk_runner none{sizeof(lockdesk_runner), nullptr, nullptr};
    odd = {sizeof(lockdesk_transaction), LOCKDESK_SQL, &none};
    EXPECT_EQ(lockdesk_require(held, &odd, nullptr, &m_error), LOCKDESK_USAGE);
    lockdesk_runner failing{sizeof(lockdesk_runner), nullptr, [](void*, const char*, lockdesk_reply*) { return 1; }};
    odd.handle = &failing;
    EXPECT_EQ(lockdesk_require(held, &odd, nullptr, &m_error), LOCKDESK_UNAVAILABLE);
    EXPECT_EQ(lockdesk_release(held, &m_error), LOCKDESK_OK);
}

TEST_F(CApiTest, AHandleOfSqliteIsTheCallersTransaction)
{
    lockdesk_held* held = nullptr;
    ASSERT_EQ(lockdesk_lock(m_desk, "a", lease, 0, &held, &m_error), LOCKDESK_OK);
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &db), SQLITE_OK);
    const lockdesk_transaction mine{sizeof(lockdesk_transaction), LOCKDESK_SQLITE3, db};
    EXPECT_EQ(lockdesk_require(held, &mine, nullptr, &m_error), LOCKDESK_USAGE) << "in no transaction";
    ASSERT_EQ(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    EXPECT_EQ(lockdesk_require(held, &mine, nullptr, &m_error), LOCKDESK_OK) << m_error.message;
    EXPECT_EQ(lockdesk_add(m_desk, &mine, "t", "x", 1, "id", &m_error), LOCKDESK_OK) << m_error.message;
    EXPECT_EQ(lockdesk_add(m_desk, &mine, "t", "x", 1, "id", &m_error), LOCKDESK_NO);
    ASSERT_EQ(sqlite3_exec(db, "UPDATE lockdesk_fences SET largest = 9; COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    EXPECT_EQ(lockdesk_require(held, &mine, "a", &m_error), LOCKDESK_REFUSED);
    EXPECT_STREQ(m_error.code, "stale");
    sqlite3_close(db);
    EXPECT_EQ(lockdesk_release(held, &m_error), LOCKDESK_OK) << m_error.message;
}

} // namespace lockdesk::test
