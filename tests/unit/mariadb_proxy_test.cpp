// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// A proxy that gives its clients its own connection numbers: the next statement may run in another session of the server.
#include "tests/support/tcp_proxy.h"
#include "tests/unit/mariadb_fixture.h"

namespace lockdesk::test {

using MariaDbProxyTest = MariaDbTest;

namespace {

// The server's greeting: length, packet number, protocol version, version text, connection number.
void with_another_number(std::string& greeting)
{
    const auto end = greeting.find('\0', 5);
    if (greeting.size() > 5 && greeting[4] == 10 && end != std::string::npos && end + 4 < greeting.size())
        greeting[end + 2] = static_cast<char>(greeting[end + 2] ^ 0x55);
}

} // namespace

TEST_F(MariaDbProxyTest, WhatNeedsASessionOfItsOwnIsRefused)
{
    init();
    const TcpProxy proxy(logging_mariadb().port(), with_another_number);
    const auto address = "mariadb://root@127.0.0.1:" + std::to_string(proxy.port()) + "/" + m_database;
    const auto at = [&](const SessionOptions& options) {
        auto session = open_mariadb_store(StoreUrl::parse(address).value()).value()->open(options);
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    };
    const auto session = at({});
    EXPECT_FALSE(session->capabilities().session_locks);
    EXPECT_FALSE(session->capabilities().skip_locked);
    for (const auto kind : {SessionLockKind::named, SessionLockKind::skip_locked}) {
        const auto refused = session->session_locks().try_lock(LockName::trusted("n"), kind, OwnerId::trusted("o"));
        ASSERT_TRUE(refused.is_error());
        EXPECT_EQ(refused.failure().kind, FailureKind::unsupported) << refused.failure().message;
        EXPECT_NE(refused.failure().message.find("proxy"), std::string::npos) << refused.failure().message;
    }
    // Everything that statements carry with them works: names, tables of a sandbox, prepared statements.
    for (int i = 0; i < 3; ++i) {
        const auto n = std::to_string(i);
        const auto got = session->locks().acquire(wish("a", "o", "r" + n));
        ASSERT_TRUE(got.is_result()) << got.failure().message;
        ASSERT_TRUE(session->locks().release(LockName::trusted("a"), OwnerId::trusted("o"), *got->token).is_result());
        const NewTask tasks[] = {task("t" + n)};
        ASSERT_TRUE(session->tasks().add(tasks).is_result());
        EXPECT_EQ(session->tasks().claim(claim("o", 1, "c" + n))->size(), 1u);
    }
    // A session is read-only only on the client side here, so no writing statement is sent.
    SessionOptions options;
    options.read_only = true;
    const auto reader = at(options);
    EXPECT_EQ(reader->locks().list({})->rows.size(), 1u);
    const NewTask tasks[] = {task("x")};
    for (const auto& failure :
         {reader->locks().acquire(wish("x", "o", "r")).failure(), reader->tasks().add(tasks).failure(),
          reader->tasks().claim(claim("o", 5, "x")).failure(), reader->admin().drop_schema().failure()}) {
        EXPECT_EQ(failure.kind, FailureKind::read_only) << failure.message;
        EXPECT_EQ(failure.code, "") << "not asked";
    }
    EXPECT_EQ(by_hand("SELECT COUNT(*) FROM lockdesk_locks")[0][0], "1");
    // Without the proxy they exist.
    EXPECT_TRUE(open()->capabilities().session_locks);
}

// Texts in statements are quoted for these two settings: else a name with a backslash and a quote would end its literal.
TEST_F(MariaDbProxyTest, ASessionThatReadsTextsInAnotherWayIsRefused)
{
    init();
    const auto refusal = [&](const std::string& ours, std::string theirs) {
        theirs.resize(ours.size(), ' ');
        const TcpProxy proxy(logging_mariadb().port(), {}, [&](std::string& asked) {
            if (const auto at = asked.find(ours); at != std::string::npos)
                asked.replace(at, ours.size(), theirs);
        });
        const auto address = "mariadb://root@127.0.0.1:" + std::to_string(proxy.port()) + "/" + m_database;
        const auto session = open_mariadb_store(StoreUrl::parse(address).value()).value()->open({});
        return session ? std::string() : session.failure().message;
    };
    const std::string modes = "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";
    EXPECT_EQ(refusal(modes, modes), "");
    EXPECT_NE(refusal(modes, "'NO_BACKSLASH_ESCAPES'").find("how texts are quoted"), std::string::npos);
    EXPECT_NE(refusal("sql_mode = " + modes, "character_set_client = 'latin1'").find("the character set"),
              std::string::npos);
}

} // namespace lockdesk::test
