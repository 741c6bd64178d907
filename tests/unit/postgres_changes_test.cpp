// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Changes read from a standby, and from a server restored from another one's dump.
#include "tests/unit/many_pages_test.h"
#include "tests/unit/postgres_fixture.h"

#include <algorithm>

namespace lockdesk::test {

namespace {

using PostgresChangesTest = PostgresTest;

bool has_lock(const ChangeBatch& batch, const std::string& name)
{
    return std::any_of(batch.locks.begin(), batch.locks.end(), [&](const LockRow& row) { return row.name == name; });
}

std::string one_value(pqxx::connection& connection, const std::string& sql)
{
    return pqxx::nontransaction(connection).exec(sql)[0][0].as<std::string>();
}

} // namespace

TEST_F(PostgresChangesTest, AStandbyLosesNoChangeThatWasInProgress)
{
    init();
    const auto standby = start_postgres_standby(logging_postgres());
    const auto address = "postgresql://postgres@127.0.0.1:" + std::to_string(standby->port()) + "/" + m_database;
    pqxx::connection primary(url());
    const auto caught_up = [&] {
        const auto written = one_value(primary, "SELECT pg_current_wal_flush_lsn()");
        return await([&] {
            pqxx::connection follower(address);
            return one_value(follower, "SELECT pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn") == "t";
        });
    };
    ASSERT_RESULT(open()->locks().acquire(wish("before", "o", "r")));
    // A slow transaction, and others that begin and end meanwhile.
    pqxx::connection slow(url());
    pqxx::nontransaction work(slow);
    work.exec("BEGIN");
    work.exec("INSERT INTO lockdesk_locks (name, owner) VALUES ('slow', 'o')");
    ASSERT_RESULT(open()->locks().acquire(wish("meanwhile", "o", "r")));
    ASSERT_TRUE(caught_up());

    SessionOptions options;
    options.read_only = true;
    const auto session = open_postgres_store(StoreUrl::parse(address).value()).value()->open(options);
    ASSERT_RESULT(session);
    EXPECT_FALSE((*session)->capabilities().hints) << "nobody can listen there";
    auto& changes = (*session)->changes();
    auto batch = changes.since({}, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_TRUE(has_lock(*batch, "meanwhile"));
    EXPECT_FALSE(has_lock(*batch, "slow"));
    ASSERT_RESULT(open()->locks().acquire(wish("later", "o", "r")));
    ASSERT_TRUE(caught_up());
    batch = changes.since(batch->next, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    EXPECT_TRUE(has_lock(*batch, "later"));
    EXPECT_FALSE(has_lock(*batch, "slow"));
    work.exec("COMMIT");
    ASSERT_TRUE(caught_up());
    batch = changes.since(batch->next, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    EXPECT_TRUE(has_lock(*batch, "slow"));
    by_hand("DELETE FROM lockdesk_locks WHERE name = 'slow'");
    ASSERT_TRUE(caught_up());
    batch = changes.since(batch->next, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_EQ(batch->gone, (std::vector<GoneRow>{{Entity::lock, "slow"}}));
    EXPECT_EQ((*session)->locks().acquire(wish("x", "o", "r")).failure().kind, FailureKind::read_only);
}

TEST_F(PostgresChangesTest, ASnapshotOfManyPagesHasEveryRowOnce)
{
    init();
    EXPECT_FALSE(open()->changes().since({}, Entity::lock, 0)->truncated.has(Entity::lock)) << "no row, and none wanted";
    pqxx::connection by_hand(url());
    pqxx::nontransaction(by_hand).exec(
        "INSERT INTO lockdesk_locks (name) "
        "SELECT 'n-' || i || CASE WHEN i % 2 = 0 THEN chr(39) ELSE '' END FROM generate_series(1, 20001) i");
    a_snapshot_of_many_pages_has_every_row_once(open()->changes());
}

TEST_F(PostgresChangesTest, ADumpOfAnotherServerMakesNoPollAFullLook)
{
    init();
    ASSERT_RESULT(open()->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(open()->locks().acquire(wish("b", "o", "r")));
    // The state restored from a long-lived server's dump: its transactions have larger numbers.
    by_hand("UPDATE lockdesk_meta SET value = '8000000000' WHERE key = 'removed_floor'; "
            "UPDATE lockdesk_locks SET changed = '7000000000'; "
            "INSERT INTO lockdesk_removed (entity, key, changed, at) VALUES "
            "('lock', 'old', '7500000000', now() - interval '2 hours'), ('lock', 'a', '7600000000', now())");
    const auto session = open();
    auto batch = session->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_TRUE(batch->snapshot);
    EXPECT_EQ(batch->locks.size(), 2u);
    for (int i = 0; i < 3; ++i) {
        batch = session->changes().since(batch->next, Entities::all(), 100);
        ASSERT_RESULT(batch);
        EXPECT_FALSE(batch->snapshot) << "every poll reads everything";
        EXPECT_EQ(batch->rows(), 0u);
    }
    // A cursor of the other server is not valid on this one.
    const auto slash = batch->next.text.find('/');
    ChangeCursor other;
    other.text = batch->next.text.substr(0, slash + 1) + "8100000000:8100000000:";
    const auto from_there = session->changes().since(other, Entities::all(), 100);
    ASSERT_RESULT(from_there);
    EXPECT_TRUE(from_there->snapshot);
    EXPECT_EQ(from_there->locks.size(), 2u);
    // A new removal is reported, and drops the other server's floor together with its tombstones.
    by_hand("DELETE FROM lockdesk_locks WHERE name = 'b'");
    batch = session->changes().since(batch->next, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    EXPECT_EQ(batch->gone, (std::vector<GoneRow>{{Entity::lock, "b"}}));
    EXPECT_EQ(
        by_hand(
            "SELECT value::bigint < pg_current_xact_id()::text::bigint FROM lockdesk_meta WHERE key = 'removed_floor'")[0][0]
            .as<std::string>(),
        "t");
    // From then on tombstones work as usual: a cursor before the dropped ones gets a snapshot.
    by_hand("UPDATE lockdesk_removed SET at = now() - interval '2 hours' WHERE key = 'b'");
    const auto before = batch->next;
    by_hand("DELETE FROM lockdesk_locks WHERE name = 'a'");
    ChangeCursor long_ago;
    long_ago.text = before.text.substr(0, slash + 1) + "3:3:";
    EXPECT_TRUE(session->changes().since(long_ago, Entities::all(), 100)->snapshot);
}

} // namespace lockdesk::test
