// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Files that cannot be opened, read or written: each gives a clear message with what to do.
#include "backends/sqlite/concerns.h"
#include "tests/support/await.h"
#include "tests/unit/sqlite_fixture.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace lockdesk::test {

namespace {

constexpr ::uid_t nobody = 65534;

bool says(const Failure& failure, const std::string& what) { return failure.message.find(what) != std::string::npos; }

/// Runs `body` as a user without rights; returns its result.
template <class Body> bool as_nobody(Body body)
{
    const auto child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0))
            ::_exit(2);
        ::_exit(body() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class SqliteTroubleTest : public SqliteTest
{
};

TEST_F(SqliteTroubleTest, AMissingFileIsNotMade)
{
    const auto session = try_open();
    ASSERT_TRUE(session.is_error());
    EXPECT_EQ(session.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(session.failure(), "lockdeskctl --store sqlite://" + path() + " init"));
    SessionOptions options;
    options.without_schema = true;
    auto without = open(options);
    EXPECT_EQ(without->admin().schema()->version, 0);
    EXPECT_EQ(without->locks().list({}).failure().kind, FailureKind::unavailable);
    EXPECT_FALSE(std::filesystem::exists(path()));
    EXPECT_TRUE(without->admin().create_schema()->created);
    EXPECT_FALSE(without->admin().create_schema()->created);
    EXPECT_TRUE(without->locks().list({}).is_result());
}

TEST_F(SqliteTroubleTest, AMissingSchemaSaysInit)
{
    SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE mine (x)");
    const auto session = try_open();
    ASSERT_TRUE(session.is_error());
    EXPECT_EQ(session.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(session.failure(), "init`"));
}

TEST_F(SqliteTroubleTest, AForeignTableStaysAsItIs)
{
    SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE lockdesk_tasks (mine TEXT)");
    SessionOptions options;
    options.without_schema = true;
    auto session = open(options);
    const auto made = session->admin().create_schema();
    ASSERT_TRUE(made.is_error());
    EXPECT_EQ(made.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(made.failure(), "lockdesk_tasks"));
    EXPECT_EQ(asked_by_hand("SELECT count(*) FROM sqlite_schema"), "1");
    EXPECT_EQ(asked_by_hand("PRAGMA journal_mode"), "delete");
    by_hand("CREATE TABLE lockdesk_meta (k INTEGER)");
    EXPECT_EQ(session->admin().create_schema().failure().kind, FailureKind::unavailable);
}

TEST_F(SqliteTroubleTest, ANewerSchemaIsReadOnly)
{
    init();
    by_hand("UPDATE lockdesk_meta SET value = 99 WHERE key = 'version'");
    auto session = open();
    EXPECT_TRUE(session->locks().list({}).is_result());
    const auto written = session->locks().acquire(wish("a", "one", "r"));
    ASSERT_TRUE(written.is_error());
    EXPECT_EQ(written.failure().kind, FailureKind::read_only);
    EXPECT_TRUE(says(written.failure(), "newer"));
}

TEST_F(SqliteTroubleTest, AnOlderSchemaIsBroughtUpToDateByInit)
{
    init();
    ASSERT_RESULT(open()->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}));
    by_hand("ALTER TABLE lockdesk_outbox DROP COLUMN cuts");
    by_hand("ALTER TABLE lockdesk_outbox DROP COLUMN begun_at");
    by_hand("UPDATE lockdesk_meta SET value = 1 WHERE key = 'version'");
    const auto refused = store()->open({});
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(refused.failure(), "older"));
    EXPECT_TRUE(says(refused.failure(), "init"));
    SessionOptions bare;
    bare.without_schema = true;
    const auto made = open(bare)->admin().create_schema();
    ASSERT_RESULT(made);
    EXPECT_EQ(made->version, schema_version);
    EXPECT_FALSE(made->created);
    const auto claimed = open()->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")});
    ASSERT_RESULT(claimed);
    ASSERT_EQ(claimed->size(), 1u);
    EXPECT_EQ(claimed->front().cuts, 0);
    EXPECT_EQ(claimed->front().doubt, "");
}

TEST_F(SqliteTroubleTest, NoDatabaseAndNoFile)
{
    std::ofstream(path()) << std::string(5000, 'x');
    auto session = try_open();
    ASSERT_TRUE(session.is_error());
    EXPECT_EQ(session.failure().kind, FailureKind::unavailable);
    EXPECT_TRUE(says(session.failure(), "not a SQLite database"));
    std::filesystem::remove(path());
    std::filesystem::create_directory(path());
    session = try_open();
    ASSERT_TRUE(session.is_error());
    EXPECT_TRUE(says(session.failure(), "is a folder"));
}

TEST_F(SqliteTroubleTest, AReadOnlySessionCannotWrite)
{
    init();
    SessionOptions options;
    options.read_only = true;
    auto session = open(options);
    EXPECT_TRUE(session->locks().list({}).is_result());
    EXPECT_EQ(session->locks().acquire(wish("a", "one", "r")).failure().kind, FailureKind::read_only);
    EXPECT_EQ(session->admin().create_schema().failure().kind, FailureKind::read_only);
}

TEST_F(SqliteTroubleTest, AReadOnlyFileAndFolder)
{
    init();
    ASSERT_EQ(::chmod(m_dir.path().c_str(), 0755), 0);
    ASSERT_EQ(::chmod(path().c_str(), 0444), 0);
    EXPECT_TRUE(as_nobody([&] {
        auto session = try_open();
        if (!session || !(*session)->locks().list({}))
            return false;
        const auto written = (*session)->locks().acquire(wish("a", "one", "r"));
        return !written && written.failure().kind == FailureKind::read_only && says(written.failure(), "read-only");
    }));
    ASSERT_EQ(::chmod(path().c_str(), 0666), 0); // the file is writable, its folder is not
    EXPECT_TRUE(as_nobody([&] {
        auto session = try_open();
        if (!session)
            return false;
        const auto written = (*session)->locks().acquire(wish("a", "one", "r"));
        return !written && written.failure().kind == FailureKind::read_only;
    }));
    ASSERT_EQ(::chmod(path().c_str(), 0600), 0);
    EXPECT_TRUE(as_nobody([&] {
        const auto session = try_open();
        return !session && session.failure().kind == FailureKind::refused && says(session.failure(), "may not read");
    }));
}

TEST_F(SqliteTroubleTest, AFullDiskLosesNothing)
{
    init();
    sqlite::Connection db(path(), {});
    const auto made = sqlite::make_outbox(db);
    Outbox& outbox = *made;
    const auto limit_pages = [&](const char* pages) {
        return db.run<Done>(sqlite::Mode::read, [&] {
            db.execute(std::string("PRAGMA max_page_count = ") + pages, "max_page_count");
            return Done{};
        });
    };
    const NewMessage small{MessageId::trusted("small"), Topic::trusted("t"), "{}"};
    ASSERT_RESULT(outbox.add(small));
    ASSERT_RESULT(limit_pages("1")); // no more pages than now
    const NewMessage large{MessageId::trusted("large"), Topic::trusted("t"), std::string(1'000'000, 'x')};
    const auto refused = outbox.add(large);
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(refused.failure().code, "SQLITE_FULL");
    EXPECT_TRUE(says(refused.failure(), "Make room"));
    EXPECT_EQ(outbox.backlog()->pending, 1);
    ASSERT_RESULT(limit_pages("1000000"));
    EXPECT_TRUE(*outbox.add(large));
}

TEST_F(SqliteTroubleTest, ALockedFileIsUnavailableInTime)
{
    init();
    SessionOptions options;
    options.timeout = 200ms;
    auto session = open(options);
    SQLite::Database other(path(), SQLite::OPEN_READWRITE);
    SQLite::Transaction held(other, SQLite::TransactionBehavior::IMMEDIATE);
    const auto start = std::chrono::steady_clock::now();
    const auto got = session->locks().acquire(wish("a", "one", "r"));
    const auto took = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(got.is_error());
    EXPECT_EQ(got.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(got.failure().code, "SQLITE_BUSY");
    EXPECT_TRUE(got.failure().retryable);
    EXPECT_TRUE(says(got.failure(), "locked by another process"));
    EXPECT_GE(took, 200ms);
    EXPECT_LT(took, 1200ms);
    EXPECT_TRUE(session->locks().list({}).is_result());
}

TEST_F(SqliteTroubleTest, AnInterruptCutsAWait)
{
    init();
    SessionOptions options;
    options.timeout = 60s;
    auto session = open(options);
    SQLite::Database other(path(), SQLite::OPEN_READWRITE);
    SQLite::Transaction held(other, SQLite::TransactionBehavior::IMMEDIATE);
    std::thread stopper([&] { session->interrupt(); });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(session->locks().acquire(wish("a", "one", "r")).failure().kind, FailureKind::unavailable);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
    stopper.join();
    EXPECT_TRUE(session->locks().list({}).is_error());
}

TEST_F(SqliteTroubleTest, AReplacedFileIsOpenedAgain)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "one", "r")));
    for (const char* end : {"", "-wal", "-shm"})
        std::filesystem::remove(path() + end);
    ASSERT_TRUE(await([&] { return session->locks().list({}).is_error(); }));
    EXPECT_TRUE(says(session->locks().list({}).failure(), "init`"));
    init();
    const auto fresh = session->locks().list({});
    ASSERT_RESULT(fresh);
    EXPECT_TRUE(fresh->rows.empty());
}

} // namespace lockdesk::test
