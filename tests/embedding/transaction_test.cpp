// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The fence and the outbox in the caller's own transaction, of every client library.
#include "tests/embedding/own_database.h"
#include "tests/support/await.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <lockdesk/postgres.h>
#include <pqxx/pqxx>

namespace lockdesk::test {

namespace {

using namespace std::chrono_literals;
using embedding::Desk;
using embedding::Held;
using embedding::Mutex;
using Level = OwnDatabase::Level;

std::vector<std::string> kinds_with_transactions()
{
    auto out = kinds_under_test();
    std::erase(out, "redlock");
    return out;
}

} // namespace

class TransactionTest : public testing::TestWithParam<std::string>
{
protected:
    static void TearDownTestSuite() { m_live.reset(); }

    TransactionTest()
    {
        if (!m_live || m_live->kind() != GetParam())
            m_live = std::make_unique<LiveStore>(GetParam());
        m_live->clean();
        m_desk = std::make_unique<Desk>(embedding::connect(m_live->url()));
        m_mine = own_database(*m_live);
        m_rows = m_mine->rows();
        m_old = Mutex(*m_desk, "nightly").try_acquire();
        EXPECT_TRUE(m_old);
    }

    // Another gets a newer token; the old holder does not know yet.
    Held newer() const
    {
        const auto session = m_live->open();
        const auto row = need(session->locks().find(LockName::trusted("nightly")));
        const auto forced = need(session->locks().force_release(need(force_release_of({*row, {}}, false))));
        EXPECT_EQ(forced.result, ForceResult::released);
        auto held = Mutex(*m_desk, "nightly").try_acquire();
        EXPECT_TRUE(held);
        EXPECT_GT(held.token(), m_old.token());
        return held;
    }
    std::optional<FenceAnswer> fence(const char* name) const
    {
        return need(m_live->open()->fence().find(Resource::trusted(name)));
    }
    [[nodiscard]] bool has_message(const char* id) const
    {
        return need(m_live->open()->outbox().find(MessageId::trusted(id))).has_value();
    }
    [[nodiscard]] int new_rows() { return m_mine->rows() - m_rows; }

    static std::unique_ptr<LiveStore> m_live;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<OwnDatabase> m_mine;
    int m_rows = 0;
    Held m_old;
};

std::unique_ptr<LiveStore> TransactionTest::m_live;

TEST_P(TransactionTest, AHolderPassesWithItsWritesAndItsMessage)
{
    for (const bool handle : {false, true}) {
        const auto mine = own_database(*m_live, handle);
        const std::string id = handle ? "mail-2" : "mail-1";
        mine->begin(Level::read_committed);
        mine->require(m_old, "ledger");
        mine->write();
        EXPECT_TRUE(mine->add(*m_desk, "mail", "{\"to\": \"O'Hara \\\\ 한\"}", id));
        EXPECT_FALSE(has_message(id.c_str())) << "not before the commit";
        EXPECT_TRUE(mine->commit());
        EXPECT_EQ(new_rows(), handle ? 2 : 1);
        const auto row = need(m_live->open()->outbox().find(MessageId::trusted(id)));
        ASSERT_TRUE(row);
        EXPECT_EQ(row->payload, "{\"to\": \"O'Hara \\\\ 한\"}");
    }
    EXPECT_EQ(fence("ledger")->largest.number(), m_old.token());
    m_mine->begin(Level::read_committed);
    if (GetParam() != "redis") // its answer comes with EXEC
        EXPECT_FALSE(m_mine->add(*m_desk, "mail", "{}", "mail-1")) << "the id exists";
    m_mine->roll_back();
}

TEST_P(TransactionTest, AfterARollbackNothingRemains)
{
    m_mine->begin(Level::read_committed);
    m_mine->require(m_old, "ledger");
    m_mine->write();
    m_mine->add(*m_desk, "mail", "{}", "mail-17");
    m_mine->roll_back();
    EXPECT_EQ(new_rows(), 0);
    EXPECT_FALSE(has_message("mail-17"));
    if (GetParam() == "redis")
        EXPECT_EQ(fence("ledger")->largest.number(), m_old.token()) << "raised before MULTI";
    else
        EXPECT_FALSE(fence("ledger"));
}

TEST_P(TransactionTest, AStaleHolderIsRefused)
{
    for (const Level level : {Level::read_committed, Level::repeatable_read}) {
        auto now = newer();
        now.require("ledger");
        m_mine->begin(level);
        try {
            m_mine->require(m_old, "ledger");
            ADD_FAILURE() << "a stale token has passed";
        } catch (const embedding::StaleToken& stale) {
            EXPECT_EQ(stale.largest(), now.token());
            EXPECT_EQ(stale.kind(), FailureKind::refused);
        }
        m_mine->roll_back();
        m_old = std::move(now);
        now = newer();
        m_mine->begin(level);
        EXPECT_THROW(m_mine->require(m_old, {}), embedding::StaleToken) << "by force: the lock's own fence was raised";
        m_mine->roll_back();
        m_old = std::move(now);
    }
    EXPECT_EQ(new_rows(), 0);
}

// The transaction has begun, and has its snapshot, before another passes.
TEST_P(TransactionTest, OneThatIsOvertakenIsRefusedUnderEveryIsolation)
{
    for (const Level level : {Level::read_committed, Level::repeatable_read}) {
        if (GetParam() == "sqlite" && level == Level::read_committed)
            continue; // BEGIN IMMEDIATE keeps the other away
        auto now = newer();
        m_mine->begin(level);
        const auto other = own_database(*m_live);
        other->begin(Level::read_committed);
        other->require(now, "ledger");
        ASSERT_TRUE(other->commit());
        try {
            m_mine->require(m_old, "ledger");
            ADD_FAILURE() << "a stale token has passed";
        } catch (const embedding::StaleToken&) {
        } catch (const embedding::Error& error) {
            EXPECT_TRUE(level == Level::repeatable_read || GetParam() == "mongodb") << error.what();
            EXPECT_TRUE(error.retryable()) << error.what();
        }
        m_mine->roll_back();
        m_old = std::move(now);
    }
}

// An equal token, too: what follows must not be written by the side of a newer holder.
TEST_P(TransactionTest, ANewerHolderComesAfterOneThatHasPassed)
{
    for (const bool passed_before : {false, true}) {
        if (passed_before)
            m_old.require("ledger");
        auto now = newer();
        m_mine->begin(Level::read_committed);
        m_mine->require(m_old, "ledger");
        m_mine->write();
        std::atomic<bool> entered = false;
        auto later = std::async(std::launch::async, [&] {
            const auto other = own_database(*m_live);
            for (int tries = 0;; ++tries) {
                other->begin(Level::read_committed);
                try {
                    other->require(now, "ledger");
                    entered = true;
                    return other->commit();
                } catch (const embedding::Error& error) {
                    other->roll_back();
                    if (!error.retryable() || tries > 500)
                        throw;
                }
            }
        });
        if (GetParam() == "redis") {
            EXPECT_TRUE(later.get());
            EXPECT_FALSE(m_mine->commit()) << "EXEC does nothing once the fence was raised";
        } else {
            EXPECT_EQ(later.wait_for(300ms), std::future_status::timeout);
            EXPECT_FALSE(entered);
            EXPECT_TRUE(m_mine->commit());
            EXPECT_TRUE(later.get());
        }
        EXPECT_EQ(fence("ledger")->largest.number(), now.token());
        m_old = std::move(now);
    }
    EXPECT_EQ(new_rows(), GetParam() == "redis" ? 0 : 2);
}

TEST_P(TransactionTest, WithoutATransactionItIsAMistake)
{
    if (GetParam() == "redis")
        GTEST_SKIP() << "the fence is passed before MULTI there; redis_outbox_writer_test has the outbox's";
    for (const bool handle : {false, true}) {
        if (GetParam() == "postgresql" && !handle)
            continue; // a pqxx::work is one
        const auto mine = own_database(*m_live, handle);
        try {
            mine->require(m_old, "ledger");
            ADD_FAILURE() << "written at once";
        } catch (const embedding::Error& error) {
            EXPECT_EQ(error.kind(), FailureKind::usage);
        }
        EXPECT_THROW(mine->add(*m_desk, "mail", "{}", "mail-17"), embedding::Error);
    }
    EXPECT_FALSE(fence("ledger"));
}

// What the program then does would be written at once, each statement for itself.
TEST_P(TransactionTest, OneThatTheStoreHasEndedTakesNothing)
{
    for (const bool handle : {false, true}) {
        const auto mine = own_database(*m_live, handle);
        mine->begin(Level::read_committed);
        mine->require(m_old, "ledger");
        mine->lose();
        if (GetParam() == "redis") { // it is queued, and EXEC says it
            mine->add(*m_desk, "mail", "{}", "mail-17");
            EXPECT_THROW(mine->commit(), std::runtime_error);
        } else {
            EXPECT_THROW(mine->require(m_old, "ledger"), embedding::Error);
            EXPECT_THROW(mine->add(*m_desk, "mail", "{}", "mail-17"), embedding::Error);
            mine->roll_back();
            EXPECT_FALSE(fence("ledger"));
        }
        EXPECT_FALSE(has_message("mail-17"));
    }
}

TEST_P(TransactionTest, AClassOfLibpqxxThatIsNotOpenTakesNothing)
{
    if (GetParam() != "postgresql")
        GTEST_SKIP() << "not applicable: libpqxx is PostgreSQL's";
    pqxx::connection connection(m_live->url());
    for (const bool commits : {false, true}) {
        pqxx::work work(connection);
        work.exec("SELECT 1");
        commits ? work.commit() : work.abort();
        EXPECT_THROW(m_old.require(work, "ledger"), embedding::Error);
        EXPECT_THROW(m_desk->outbox(work).add("mail", "{}", {.id = "mail-17"}), embedding::Error);
    }
    EXPECT_FALSE(fence("ledger"));
    pqxx::work work(connection);
    pqxx::subtransaction part(work); // its SAVEPOINT comes with its first statement
    EXPECT_TRUE(m_desk->outbox(part).add("mail", "{}", {.id = "mail-17"}));
    part.abort();
    work.commit();
    EXPECT_FALSE(has_message("mail-17"));
}

TEST_P(TransactionTest, WorkersAndRelaysTakeWhatWasCommitted)
{
    m_mine->begin(Level::read_committed);
    m_mine->add(*m_desk, "mail", "hello", "mail-17");
    ASSERT_TRUE(m_mine->commit());
    std::mutex mutex;
    std::vector<std::string> delivered, worked;
    embedding::Relay relay(*m_desk, {.deliver = [&](const embedding::Message& message, const std::stop_token&) {
        const std::lock_guard lock(mutex);
        delivered.push_back(message.topic + ":" + message.id + ":" + message.payload);
    }});
    EXPECT_EQ(relay.deliver_due(), 1);
    ASSERT_TRUE(m_desk->outbox().add("mail", "again", {.id = "mail-18"}));
    EXPECT_FALSE(m_desk->outbox().add("mail", "again", {.id = "mail-18"}));
    relay.start();
    EXPECT_THROW(relay.deliver_due(), embedding::Error);
    EXPECT_TRUE(await([&] {
        const std::lock_guard lock(mutex);
        return delivered.size() == 2;
    }));
    relay.stop();
    EXPECT_EQ(delivered, (std::vector<std::string>{"mail:mail-17:hello", "mail:mail-18:again"}));

    EXPECT_TRUE(m_desk->add_task({.kind = "copy", .id = "t1", .phase = "new"}));
    EXPECT_FALSE(m_desk->add_task({.kind = "copy", .id = "t1", .phase = "new"}));
    embedding::Worker worker(
        *m_desk, {.kind = "copy", .phases = {"new"}, .handle = [&](const embedding::Task& task, const std::stop_token&) {
                      const std::lock_guard lock(mutex);
                      worked.push_back(task.id + " " + std::to_string(task.failures));
                      if (task.failures == 0)
                          throw std::runtime_error("not yet");
                      return embedding::Outcome::move_on("done");
                  }});
    worker.start();
    const auto session = m_live->open();
    EXPECT_TRUE(await([&] { return need(session->tasks().find(TaskId::trusted("t1")))->phase == "done"; }, 30s));
    worker.stop();
    EXPECT_EQ(worked, (std::vector<std::string>{"t1 0", "t1 1"})) << "an exception is a failure";
}

INSTANTIATE_TEST_SUITE_P(Stores, TransactionTest, testing::ValuesIn(kinds_with_transactions()),
                         [](const auto& info) { return info.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TransactionTest);

} // namespace lockdesk::test
